"""The Hub protocol: the opponent lent to other programs."""
