"""The rules of checkers: boards, moves, games and their notations. It prints nothing and knows no player."""
