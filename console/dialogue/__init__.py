"""The conversation, written once and headless."""
