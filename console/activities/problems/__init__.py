"""Problems to solve, and mistakes that come back as problems."""
