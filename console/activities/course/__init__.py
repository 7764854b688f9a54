"""The course: thirty lessons from the first move to the endings that every player must know."""
