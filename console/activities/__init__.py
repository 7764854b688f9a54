"""The activities, one in each package. No activity imports another."""
