"""The messages of the conversation: refused moves, rules, reviews, hints and all others."""
