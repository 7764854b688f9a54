"""The season: a career against the nine opponents and the ten founders, on a ladder of nineteen rungs."""
