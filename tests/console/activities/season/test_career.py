"""The career: matches and rungs, counted from the results in the hall of fame."""

from dataclasses import replace
from itertools import count

import pytest

from console.activities.season.career import Career, career_of
from console.activities.season.rivals import Rival, rivals
from console.activities.season.sentences import SEASON_ENDED, after_match, shelf_title
from console.game.hall_of_fame import Result
from console.game.match import Match
from console.game.tally import Score
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.rules import AMERICAN, RULE_SETS

NUMBERS = count(1)
VISITOR, HERB, DOT, PORCH = rivals()[:4]


def games(rival: Rival, scores: str, first: int = BLACK, **fields: object) -> list[Result]:
    """Return results against a rival: w, d or l, with alternating sides."""
    names: dict[str, Score] = {"w": "win", "d": "draw", "l": "loss"}
    one = Result("Dan", rival.program.level or 0, "american", "win", date="1990.05.07", rival=rival.name)
    one = replace(one, **fields)  # type: ignore[arg-type]  # each test names its own fields
    return [
        replace(one, score=names[score], game=str(next(NUMBERS)), side=SIDE_NAMES[(first + number) % 2])
        for number, score in enumerate(scores)
    ]


def career(*results: list[Result]) -> Career:
    """Return Dan's career."""
    return career_of([result for some in results for result in some], "Dan", AMERICAN, rivals())


def test_begins_on_the_first_rung_with_the_side_that_moves_first() -> None:
    new = career()
    assert (new.place, new.following.rival, new.following.side) == (0, VISITOR, BLACK)
    assert career_of([], "Dan", RULE_SETS["russian"], rivals()).following.side == WHITE


@pytest.mark.parametrize(
    ("scores", "matches", "current"),
    [
        ("w", (0, 0, 0), (1, 0)),
        ("wl", (0, 0, 0), (1, 1)),
        ("ww", (1, 0, 0), (0, 0)),
        ("wwl", (1, 0, 0), (0, 1)),
        ("ddd", (0, 1, 0), (0, 0)),
        ("lldd", (0, 0, 1), (1, 1)),
        ("llddw", (1, 0, 1), (0, 0)),
        ("llddwww", (2, 0, 1), (0, 0)),
    ],
)
def test_games_are_put_together_to_matches(
    scores: str, matches: tuple[int, int, int], current: tuple[float, float]
) -> None:
    against = career(games(VISITOR, scores)).against(VISITOR)
    assert (against.matches, against.current) == (matches, Match(3, current))


def test_the_side_changes_with_each_game() -> None:
    assert [career(games(VISITOR, scores)).following.side for scores in ("w", "wl")] == [WHITE, BLACK]


def test_other_players_rules_and_opponents_do_not_count() -> None:
    others = [
        *games(VISITOR, "ww", name="Eve"),
        *games(VISITOR, "ww", rules="russian"),
        *games(VISITOR, "ww", helped=True),
        *(replace(each, rival=name) for each in games(VISITOR, "ww") for name in ("", "Nobody")),
    ]
    assert career(others) == career()


def test_a_helped_game_leaves_the_side_as_it_was() -> None:
    assert career(games(VISITOR, "w"), games(VISITOR, "w", first=WHITE, helped=True)).following.side == WHITE


def test_games_with_others_between_two_games_do_not_end_a_match() -> None:
    mixed = career(games(VISITOR, "w"), games(HERB, "l"), games(VISITOR, "w"))
    assert mixed.place == 1
    assert mixed.against(HERB).current == Match(3, (0, 1))


def test_a_rung_once_won_is_kept() -> None:
    often = career(games(VISITOR, "w"), games(VISITOR, "wllllwlw", first=WHITE, date="1990.05.08"))
    victory = often.against(VISITOR).victory
    assert victory is not None
    assert (often.place, victory.match, victory.date) == (1, Match(3, (2, 0)), "1990.05.08")


def test_one_may_climb_three_rungs_at_once() -> None:
    new = career()
    assert [rival for rival in rivals() if new.is_open(rival)] == [VISITOR, HERB, DOT]
    higher = career(games(DOT, "ww"))
    assert (higher.place, higher.following.rival) == (3, PORCH)
    assert higher.is_open(VISITOR)
    assert higher.is_open(rivals()[5])
    assert not higher.is_open(rivals()[6])


def test_a_match_under_way_goes_on_first_unless_its_rival_was_beaten() -> None:
    assert career(games(DOT, "l")).following.rival == DOT
    assert career(games(HERB, "l"), games(DOT, "l")).following.rival == DOT
    assert career(games(VISITOR, "wwl")).following.rival == HERB


def test_the_shelf_counts_trophies() -> None:
    titles = [shelf_title(career(*(games(rival, "ww") for rival in rivals()[:won]))) for won in range(3)]
    assert [title.partition(": ")[2] for title in titles] == ["freshly dusted", "one trophy", "2 trophies"]


def test_the_last_rung_makes_a_champion() -> None:
    last = rivals()[-1]
    champion = career(*(games(rival, "ww") for rival in rivals()))
    assert champion.place == len(champion.rungs)
    assert champion.following.rival == last
    assert all(champion.is_open(rival) for rival in rivals())
    for won in (champion, career(games(VISITOR, "ww"))):
        against = won.victories()[-1]
        assert against.victory is not None
        assert (SEASON_ENDED in after_match(won, against, against.victory)) == (won is champion)
