"""What is kept between sessions: settings, saved games, the hall of fame."""
