"""What can go on at the board: each activity in a package of its own, none of which imports another."""
