"""Every sentence: of the conversation, of refused moves, rules, reviews and hints."""
