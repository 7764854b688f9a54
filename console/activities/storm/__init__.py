"""A storm: three minutes of problems, from easy to hard, with a table of the best."""
