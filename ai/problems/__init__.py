"""Problems: positions in which exactly one first move wins, or exactly one draws."""
