"""The players of a recorded game."""

from support.stored_games import record

from console.game.player_tags import players_of
from engine.geometry import BLACK, WHITE


class TestSeats:
    def test_reads_the_players_of_our_games(self) -> None:
        seats = players_of(record())
        assert (seats.names, seats.computers, seats.level, seats.home) == (
            ("Dan", "Computer"),
            frozenset({WHITE}),
            5,
            BLACK,
        )

    def test_reads_two_players_and_foreign_games(self) -> None:
        both = players_of(record("", '[Black "Eve"] [White "Dan"] [BlackType "human"] [WhiteType "human"]'))
        assert (both.computers, both.home, both.level) == (frozenset(), BLACK, None)
        foreign = players_of(record("", f'[Black "{"x" * 30}"] [Level "99"]'))
        assert (foreign.computers, foreign.names, foreign.level) == (None, ("Player", "Player"), None)
