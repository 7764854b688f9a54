"""Parts of screens: the board, windows, menus, lists, a line editor."""
