"""Opening lines to learn: they are asked from memory, and asked again after growing intervals."""
