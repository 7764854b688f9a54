"""The course: lessons from the first move to the endings that every player must know, in three games."""
