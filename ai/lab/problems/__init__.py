"""Mining and collecting problems."""
