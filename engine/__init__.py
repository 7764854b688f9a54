"""The rules of checkers: boards, moves, games and notations. This package prints nothing and knows no players."""
