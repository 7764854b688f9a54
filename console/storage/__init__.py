"""Data kept between sessions: settings, saved games, the hall of fame, the index of games."""
