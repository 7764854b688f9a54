"""The players of a recorded game."""

import pytest
from support.stored_games import A_GAME, record

from console.game.player_tags import both_players, called_names, players_of, shown_name, tags_of
from console.game.seats import Person, Program, Seats, fitted, rival
from engine.geometry import BLACK, SIDE_NAMES, WHITE, Side


def reread(seats: Seats) -> Seats:
    """Return seats after they were written to the tags of a record and read again."""
    tags = tags_of(seats, helped=False, tags={})
    return players_of(record("", "".join(f'[{name} "{text}"]' for name, text in tags.items()))).seats


class TestSeats:
    def test_reads_the_players_of_our_games(self) -> None:
        players = players_of(record())
        assert (players.seats, players.home) == (Seats(Person("Dan"), Program(5)), BLACK)

    def test_reads_two_players_and_foreign_games(self) -> None:
        both = players_of(record("", '[Black "Eve"] [White "Dan"] [BlackType "human"] [WhiteType "human"]'))
        assert (both.seats, both.home, both.is_ours) == (Seats(Person("Eve"), Person("Dan")), BLACK, True)
        foreign = players_of(record("", f'[Black "{"x" * 30}"] [Level "99"]'))
        assert (foreign.is_ours, foreign.seats) == (False, Seats(Person("Player"), Person("Player")))

    @pytest.mark.parametrize("players", ["human", "program", "another program's word"])
    def test_games_of_others_are_seen_from_the_side_with_the_first_move(self, players: str) -> None:
        tags = f'[BlackType "{players}"] [WhiteType "{players}"]'
        assert players_of(record("", tags)).home == BLACK
        assert players_of(record("", f'[GameType "25"] {tags}')).home == WHITE

    @pytest.mark.parametrize(
        "program", [Program(3), fitted(1300), rival("Otis Farnham", 1240), rival("The Barber", 1245)]
    )
    @pytest.mark.parametrize("home", [BLACK, WHITE])
    def test_reads_back_programs(self, program: Program, home: Side) -> None:
        seats = Seats.of(Person("Dan"), program, home)
        assert reread(seats) == seats
        tags = tags_of(seats, helped=False, tags={})
        sheet = record("", "".join(f'[{name} "{text}"]' for name, text in tags.items()))
        assert shown_name(sheet, SIDE_NAMES[1 - home]) == program.shown
        assert called_names(sheet) == seats.called

    def test_an_engine_has_no_level(self) -> None:
        tags = tags_of(Seats(Person("Dan"), Program(3).played_by("Scan 3.1")), helped=False, tags={"Level": "4"})
        assert (tags["White"], "Level" in tags) == ("Scan 3.1", False)

    @pytest.mark.parametrize("tags", ["", '[Rating "-4"]', '[Rating "12400"]', f'[Rating "x"] [Rival "{"x" * 30}"]'])
    def test_a_strength_that_cannot_be_is_that_of_the_level(self, tags: str) -> None:
        assert players_of(record("", A_GAME + tags)).seats.opponent == Program(5)


@pytest.mark.parametrize(("first", "players"), [(BLACK, "Dan - Eve"), (WHITE, "Eve - Dan")])
def test_names_the_side_with_the_first_move_first(first: int, players: str) -> None:
    assert both_players("Dan", "Eve", first) == players
