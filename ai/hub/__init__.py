"""The Hub protocol, version 2: engines of other programs as clients see them, and a server that lends the opponent."""
