"""The rules and the opponent of EGA Checkers as a library, and the game itself."""
