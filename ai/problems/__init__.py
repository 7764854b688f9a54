"""Problems: positions with exactly one first move that wins, or draws."""
