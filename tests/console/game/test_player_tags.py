"""The players of a recorded game."""

import pytest
from support.stored_games import A_GAME, record

from console.game.player_tags import LEVELS_OWN, Strength, both_players, players_of, tags_of
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

    @pytest.mark.parametrize("players", ["human", "program", "another program's word"])
    def test_games_of_others_are_seen_from_the_side_with_the_first_move(self, players: str) -> None:
        tags = f'[BlackType "{players}"] [WhiteType "{players}"]'
        assert players_of(record("", tags)).home == BLACK
        assert players_of(record("", f'[GameType "25"] {tags}')).home == WHITE

    def test_reads_back_the_strength_of_the_computer(self) -> None:
        strength = Strength(1240, "Otis Farnham")
        tags = tags_of(("Dan", "Computer"), {WHITE}, 3, helped=False, tags={}, strength=strength)
        assert players_of(record("", "".join(f'[{name} "{text}"]' for name, text in tags.items()))).strength == strength
        assert "Rival" not in tags_of(("Dan", "Eve"), set(), None, helped=False, tags=tags)

    @pytest.mark.parametrize("tags", ["", '[Rating "-4"]', '[Rating "12400"]', f'[Rating "x"] [Rival "{"x" * 30}"]'])
    def test_a_strength_that_cannot_be_is_that_of_the_level(self, tags: str) -> None:
        assert players_of(record("", A_GAME + tags)).strength == LEVELS_OWN


@pytest.mark.parametrize(("first", "players"), [(BLACK, "Dan - Eve"), (WHITE, "Eve - Dan")])
def test_names_the_side_with_the_first_move_first(first: int, players: str) -> None:
    assert both_players("Dan", "Eve", first) == players
