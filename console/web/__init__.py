"""The game as a page: what is shown around it, and its Python in a worker of the browser. The wheel is without it."""
