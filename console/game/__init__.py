"""Values of a game without text or input: options, clock, jump path, player tags."""
