"""House rules: the page on which a player makes up his own."""
