"""The tutor: an explanation when a kind of move first occurs."""
