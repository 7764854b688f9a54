"""What a position is worth without searching."""
