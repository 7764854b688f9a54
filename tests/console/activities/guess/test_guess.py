"""Guess the move in the conversation: guesses are judged, the game goes on as it was played, the score is stored."""

from contextlib import suppress
from itertools import starmap
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from support.conversation import Script, Talk, options
from support.stored_games import disk
from support.stored_games import record as recorded

from ai.engine import SearchInfo
from console.activities.guess import sentences as said
from console.activities.guess.guessed_game import GuessedGame, masters_game
from console.activities.guess.handlers import ANOTHER, Guessing
from console.activities.guess.scores import Guesses, Score, guessed, moves_guessed, score_of
from console.cli.composition import dialogue_of
from console.dialogue.messages import Prepare
from console.game.naming import Naming
from console.reading.kinds import MOVE
from console.storage import masters
from console.storage.store import Store
from engine.pdn.reader import read_games
from engine.rules import AMERICAN, RULE_SETS

GAME = """[Event "lunch"]
[Black "Dan"]
[White "Ann"]
[FEN "B:W21,32:BK1,K14"]
[Result "1-0"]

1. 1-6 21-17 2. 14x21 32-28 3. 6-10 28-24 4. 10-15 24-20 5. 15-19 20-16 6. 19x12 1-0
"""
"""Black wins. Four of his moves are asked for, and two are forced. 14-17 loses, and 1-5 wins, too."""
HUFFED = """[Event "huff"]
[FEN "B:W18,32:B15,1"]
[Jumping "huff"]
[Result "*"]

1. 1-6 {huff 15} 32-28 2. 6-10 28-24 *
"""


def talk(store: Store | None = None, seed: int = 1, jumping: str = "forced") -> Talk:
    """Return a conversation at the first move of a game."""
    chosen = options(name="Dan", first=True, jumping=jumping)  # type: ignore[arg-type]  # one of the three
    return Talk(dialogue_of(chosen, Random(seed), Script(), store))


def with_saved(folder: Path, text: str = GAME) -> Talk:
    """Return a conversation whose player has saved the game of a text as ``lunch``."""
    store = disk(folder)
    (record,), _ = read_games(text)
    store.saved.save("lunch", record)
    return talk(store)


@pytest.mark.parametrize(
    ("colors", "players"), [("BW", "Dan and the County Champion"), ("WB", "The County Champion and Dan")]
)
def test_says_who_played(colors: str, players: str) -> None:
    dan, program = ({"B": "Black", "W": "White"}[each] for each in colors)
    tags = f'[{dan} "Dan"] [{program} "Computer"] [{dan}Type "human"] [{program}Type "program"] [Level "5"]'
    assert said.introduction(GuessedGame(recorded("11-15", tags)), "").startswith(f"{players} played, and")


def guessing(talk: Talk) -> Guessing:
    activity = talk.state.activity
    assert isinstance(activity, Guessing)
    return activity


def right(talk: Talk) -> str:
    """Return the move of the game as it is typed."""
    activity = guessing(talk)
    move = activity.guessed.turns[activity.table.game.ply].move
    return Naming(activity.table.rules, activity.table.home, "console").move(move)


def guess_all(talk: Talk) -> None:
    """Guess right up to the end of the game."""
    while isinstance(talk.state.activity, Guessing) and talk.asked.kind is MOVE:
        talk.type(right(talk))


class TestGuesses:
    @pytest.mark.parametrize(
        ("his", "mine", "verdict", "points"),
        [(10, 6, "as good", 1), (10, 5, "a bit worse", 0), (5, 9, "as good", 1), (5, 10, "a bit better", 1)],
    )
    def test_moves_of_nearly_the_same_score_are_as_good(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, his: int, mine: int, verdict: str, points: int
    ) -> None:
        scores = iter((his, mine))
        found = SimpleNamespace(analyze=lambda positions, stop: SearchInfo(-next(scores), ()))
        monkeypatch.setattr("console.activities.guess.handlers.Analyzer", lambda *given: found)
        session = with_saved(tmp_path).type("guess lunch", "1-5")
        (text,) = (text for text in session.texts if f"{points} of 1 right." in text)
        assert verdict in text
        assert session.state.activity.headline.startswith(f"{points} right so far.")

    def test_another_way_to_the_same_position_is_the_move(self, tmp_path: Path) -> None:
        text = GAME.split("1. 1-6")[0].replace("B:W21,32:BK1,K14", "B:W10,11,18,19,27:BK7,24")
        session = with_saved(tmp_path, text + "1. 7x14x23x16x7 27x20 2. 7-10 1-0").type("guess lunch", "7x16x23x14x7")
        assert said.found_move(Guesses(1, 1)) in session.texts

    def test_two_moves_are_compared_off_the_conversation(self, tmp_path: Path) -> None:
        session = with_saved(tmp_path).type("guess lunch", "1-5")
        assert sum(isinstance(step, Prepare) for step in session.steps) == 1
        session.type(right(session))
        assert sum(isinstance(step, Prepare) for step in session.steps) == 1

    def test_a_comparison_that_was_stopped_gives_no_point(self, tmp_path: Path) -> None:
        """The scores of a search stopped at once are all alike, and the guess counted as being as good."""
        session = with_saved(tmp_path).type("guess lunch")
        step = session.send("1-5", until=Prepare)
        assert isinstance(step, Prepare)
        step.run(lambda: True, None)
        session.send(None)
        assert said.not_compared("A7 B6 (1-6)", Guesses(0, 1)) in session.texts
        assert guessing(session).table.game.ply == 4

    def test_a_huff_of_the_game_is_shown(self, tmp_path: Path) -> None:
        session = with_saved(tmp_path, HUFFED).type("guess lunch", "1-6", "N")
        activity = guessing(session)
        assert activity.table.game.turns[0].huffed == 15
        assert any("was huffed" in text for text in session.texts)


class TestWord:
    @pytest.mark.usefixtures("masters_games")
    def test_the_lot_decides_on_the_game(self) -> None:
        one, same, other = (guessing(talk(seed=seed).type("guess")).guessed.record for seed in (1, 1, 2))
        assert one == same != other

    @pytest.mark.usefixtures("masters_games")
    def test_a_masters_game_is_won_and_of_a_sensible_length(self) -> None:
        games = []
        for text in masters.texts()[::40]:
            with suppress(ValueError):
                games.append(masters_game([text], Random(1)))
        lengths = [len(game.turns) for game in games]
        assert (min(lengths), max(lengths)) == (30, 60)
        for game in games:
            assert game.record.outcome is not None
            assert game.record.outcome.winner == game.side
            assert len(game.plies) >= 8
            assert game.plies[0] >= 6

    def test_a_study_can_be_guessed(self, tmp_path: Path) -> None:
        session = with_saved(tmp_path).type("study lunch", "study lunch", "guess game")
        assert guessing(session).table.names == ("Dan", "Ann")

    def test_a_long_name_is_cut_off(self, tmp_path: Path) -> None:
        session = with_saved(tmp_path, GAME.replace("Ann", "A" * 99)).type("guess lunch")
        assert guessing(session).table.names == ("Dan", "A" * 20)
        assert not any("A" * 21 in text for text in session.texts)

    def test_a_game_without_a_choice_is_too_short(self, tmp_path: Path) -> None:
        text = GAME.replace("B:W21,32:BK1,K14", "B:W17,32:BK14").split("1. 1-6")[0].replace("1-0", "*")
        session = with_saved(tmp_path, text + "1. 14x21 32-28 *").type("guess lunch")
        assert session.texts[-1] == said.TOO_SHORT


class TestEnd:
    def test_the_best_score_is_stored(self, tmp_path: Path) -> None:
        for first in ("14-17", "1-6", "14-17"):
            session = with_saved(tmp_path).type("guess lunch", first)
            guess_all(session)
            assert ("your best game so far" in session.texts[-1]) == (first == "1-6")
            session.close()
        found = score_of(disk(tmp_path).player, "american")
        assert (found.games, found.all, found.best, found.last) == (3, (10, 12), (4, 4), (3, 4))

    @pytest.mark.usefixtures("masters_games")
    def test_another_masters_game_is_offered(self) -> None:
        session = talk().type("guess")
        first = guessing(session).guessed
        guess_all(session)
        assert session.asked.kind is ANOTHER
        session.type("Y")
        assert guessing(session).guessed is not first
        session.type("guess off")
        assert session.state.activity.label == ""

    def test_the_record_has_the_moves_guessed(self, tmp_path: Path) -> None:
        data = disk(tmp_path).player
        assert moves_guessed(data, AMERICAN) is None
        data.change(guessed("american", Guesses(3, 4)))
        found = moves_guessed(data, AMERICAN)
        assert found is not None
        assert found.all == ("moves guessed", 3, 4)
        assert moves_guessed(data, RULE_SETS["russian"]) is None

    def test_every_share_has_a_verdict(self) -> None:
        for percent in range(101):
            text = said.verdict(Guesses(percent, 100), Score())
            assert f"{percent}%. " in text
            assert text.endswith((".", "?"))


def test_the_best_game_is_the_one_with_the_larger_share(tmp_path: Path) -> None:
    data, games, best = disk(tmp_path).player, [(3, 4), (7, 10), (6, 8), (5, 8), (0, 1)], Guesses()
    for game in starmap(Guesses, games):
        best = game if game.is_better_than(best) else best
        data.change(guessed("italian", game))
        assert (score_of(data, "italian").best, score_of(data, "italian").last) == (best, game)
    assert best == (6, 8)
