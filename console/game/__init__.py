"""Values without input or output: options, clock, jump path, player tags, analyses, results."""
