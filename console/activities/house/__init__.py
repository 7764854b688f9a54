"""House rules: the questionnaire in which a player makes up his own."""
