"""External engines that play in the computer's place."""
