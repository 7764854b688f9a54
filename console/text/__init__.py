"""The messages of the conversation: illegal moves, rules, reviews, hints and all others."""
