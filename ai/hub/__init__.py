"""The Hub protocol, version 2: a client for engines of other programs, and a server that lends out the opponent."""
