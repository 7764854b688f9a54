"""The activities and their commands, a package for each kind. No package imports another."""
