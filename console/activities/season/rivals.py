"""The nineteen rivals of the season, the weakest first: the nine opponents of the levels and the ten founders."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from ai.levels import LEVELS, level_at
from console.activities.season import habits
from console.activities.season.habits import Habit
from console.game.hall_of_fame import FOUNDERS
from console.game.naming import in_sentence
from console.text.levels import VOICES, TurningPoint


class _Person(NamedTuple):
    """The description of a rival.

    ``openings`` are names of ``ai/openings/names.py``. ``way`` describes the habit, ``hello`` is said before a
    match, ``wins`` after one that he has won, ``loses`` after one that he has lost.
    """

    town: str
    openings: tuple[str, ...]
    habit: Habit
    way: str
    hello: str
    wins: str
    loses: str
    remarks: Mapping[TurningPoint, str] = {}


@dataclass(frozen=True)
class Rival:
    """A rival: ``rung`` counts from 1, the weakest; ``about`` follows his name and "who"."""

    rung: int
    name: str
    rating: int
    about: str
    person: _Person
    remarks: Mapping[TurningPoint, str]

    @property
    def called(self) -> str:
        """The name inside a sentence: ``the Barber``, ``Dot Pickering``."""
        return in_sentence(self.name)

    @property
    def level(self) -> int:
        """The number of the level that is nearest in strength."""
        return level_at(self.rating).number


def _says(**remarks: str) -> dict[TurningPoint, str]:
    return {TurningPoint(point): words for point, words in remarks.items()}


_PEOPLE: Final[Mapping[str, _Person]] = {
    "The Visitor": _Person(
        "Elsewhere, Nebraska",
        ("Edinburgh", "Double Corner"),
        habits.copies,
        "looks at your move and makes the same one",
        "They said you would show me. Do I sit here?",
        "Did I win? I only did what you did.",
        "So that is how it goes. Thank you for having me.",
    ),
    "Herb Tuttle": _Person(
        "Cedar Falls, Iowa",
        ("Old Faithful", "Dundee"),
        habits.kings,
        "moves his kings whenever he has one, to show them off",
        "Basswood and walnut. Mind the varnish, it is only from 1961.",
        "The set knows who made it. No hard feelings.",
        "Well carved, if I may say so. Keep one of my men; I have the knife here.",
        _says(
            ahead="I have more left on the board. I counted the shavings.",
            behind="You are whittling me down, neighbor.",
            crowned="There. Look at the little points on that crown!",
            king_against="Careful with him. I did him in one sitting.",
        ),
    ),
    "Dot Pickering": _Person(
        "Winona, Minnesota",
        ("Dyke", "Ayrshire Lassie"),
        habits.long_jumps,
        "would rather take two than one, and three than two",
        "Sit, dear. If I can take two, I take two. Coffee?",
        "Hop, hop, hop! I could do that all day.",
        "You never once let me have a triple. That was not kind, but it was right.",
        _says(
            ahead="My side of the table is getting so crowded with yours!",
            behind="All that hopping has left me thin on the ground.",
            crowned="And up on the roof he goes!",
            king_against="Yours can hop backward now. How I envy him.",
        ),
    ),
    "The Porch Player": _Person(
        "Quincy, Illinois",
        ("Single Corner", "Kelso"),
        habits.together,
        "keeps his men close together, as on a porch",
        "Pull up a chair. The lemonade is for the winner, but the pitcher is large.",
        "That is one to the porch. Stay for supper.",
        "You win. The swing is yours till dark.",
    ),
    "Walt Sorensen": _Person(
        "Racine, Wisconsin",
        ("Paisley", "Bristol"),
        habits.another_man,
        "never moves the same man twice running, as one tries on shoes",
        "The store is closed and the board is out. What size of defeat do you take?",
        "It pinches at first. You will walk it in.",
        "Sold. I shall wrap the certificate.",
        _says(
            ahead="I have a man more. They come in pairs, usually.",
            behind="You have me on my last heel.",
            crowned="That one has made it to the top shelf.",
            king_against="A king! Ten and a half, wide.",
        ),
    ),
    "The Barber": _Person(
        "Galesburg, Illinois",
        ("Cross", "Switcher"),
        habits.edges,
        "works along the sides first",
        "You are next. A little off the sides?",
        "All done. There is nothing left on top, I am afraid.",
        "I have been shorn in my own chair. On the house, then.",
    ),
    "Mrs. E. Halloran": _Person(
        "Butte, Montana",
        ("Laird and Lady", "Maid of the Mill"),
        habits.back_row,
        "leaves nobody on her back row unless she must, and locks the door",
        "Wipe your feet. No spitting, no swearing, and the back door stays shut.",
        "And to bed at ten. You may try again when the dishes are done.",
        "Beaten by a boarder! Your rent is as it was, but there is pie.",
        _says(
            ahead="I am ahead, and I will thank you not to sulk at table.",
            behind="You have been reading in bed, I see.",
            crowned="A king. He will have the front room.",
            king_against="Came in by the window, did he?",
        ),
    ),
    "Gus Lindqvist": _Person(
        "Duluth, Minnesota",
        ("Waterloo", "Wagram"),
        habits.forward,
        "comes straight at you with his foremost man",
        "Article one: jump if you can. Article two: I saw it. Shall we?",
        "That is all in the rules. Page four. I can lend it to you.",
        "There is no rule against it. I have looked twice.",
        _says(
            ahead="It is nowhere written that I must give them back.",
            behind="I shall look up whether you may do that.",
            crowned="Article nine: he is crowned by the other side. If you please.",
            king_against="Crowned according to the rules. I have no objection.",
            huffed="Huff! Oh, how I like that word.",
        ),
    ),
    "The Club Player": _Person(
        "Toledo, Ohio",
        ("Glasgow", "Old Fourteenth"),
        habits.centre,
        "goes for the middle of the board, as on page fourteen",
        "I have prepared something. It is in here, if I find the page.",
        "Chapter six, exactly as printed.",
        "My edition must be an older one. Would you sign it?",
    ),
    "Otis Farnham": _Person(
        "Gary, Indiana",
        ("Old Faithful", "Second Double Corner"),
        habits.same_man,
        "keeps driving the same man as long as the road is free",
        "I have eleven minutes at the terminus. All aboard.",
        "End of the line. Mind the step.",
        "You got me at a green light. Ride free, all year.",
        _says(
            ahead="I am running a little early.",
            behind="Behind schedule. I shall make it up on the straight.",
            crowned="This one goes both ways now.",
            king_against="Yours has turned round. I hate traffic.",
            winning="Next stop is the last one.",
        ),
    ),
    "The County Champion": _Person(
        "Peoria, Illinois",
        ("Fife", "Souter"),
        habits.exchanges,
        "changes men off, and tells everybody how it stands",
        "So you are the one they talk about. They talked about me first.",
        "I shall mention it at the fair. And at the church. And to the mailman.",
        "The cup is a little dented. I had grown fond of it, and of telling people.",
    ),
    "Irma Vogel": _Person(
        "Davenport, Iowa",
        ("Defiance", "Will o' the Wisp"),
        habits.from_behind,
        "brings up the hindmost men first, shelf by shelf",
        "Quietly, please. There are people reading, and I am about to be one of them.",
        "Due back in two weeks. So are you.",
        "I shall file this under fiction. No, under history. Well played.",
        _says(
            ahead="I seem to have more volumes than you.",
            behind="Some of mine are overdue.",
            crowned="A king, in good binding.",
            king_against="That one was in the reference section. How did he get out?",
            winning="I have read the last page. You do not like it.",
        ),
    ),
    "The State Champion": _Person(
        "Springfield, Illinois",
        ("Bristol Cross", "Alma"),
        habits.quiet,
        "makes no contact before he has to",
        "I have a train at six. I have never missed it yet.",
        "Sixteen minutes to spare. The dining car, I think.",
        "I shall take the next train. There was not much left to pack.",
    ),
    "C. J. Abernathy": _Person(
        "Terre Haute, Indiana",
        ("Nailor", "Pioneer"),
        habits.elsewhere,
        "answers at the other end of the board, as if it were another one",
        "Board seven? Ah, there is only yours today. Wake me when it is my move.",
        "Mm? I won? That makes nine out of twelve. Good night.",
        "I was awake for that one. I want it noted that I was awake.",
        _says(
            ahead="I am ahead here. Or was that board four?",
            behind="Somebody has been taking my men. I blinked.",
            crowned="Put another one on top of him, would you? Softly.",
            king_against="Tell him he may come in, but not to slam the door.",
        ),
    ),
    "The Expert": _Person(
        "Anderson, Indiana",
        ("Rattlesnake", "Slip Cross"),
        habits.exchanges,
        "exchanges down to the endings that he knows",
        "Evening.",
        "So.",
        "Hm. Good.",
    ),
    "Professor Nagy": _Person(
        "Oberlin, Ohio",
        ("White Doctor", "Black Doctor"),
        habits.copies,
        "believes in symmetry, and plays your own move back at you",
        "By symmetry, a draw. It remains to find your error. Please begin.",
        "As I showed in my letter of the ninth. You did not receive it?",
        "Then the lemma was false. I must write to several people.",
        _says(
            ahead="It follows that I am better.",
            behind="A counterexample. How unpleasant, and how interesting.",
            crowned="Without loss of generality, a king.",
            king_against="Let there be a king on the other side as well.",
            winning="The rest is left to the reader.",
        ),
    ),
    "Old Man Carrow": _Person(
        "Kankakee, Illinois",
        ("Glasgow-Whilter", "Laird and Lady Refused"),
        habits.from_behind,
        "brings up his hindmost men before anything else",
        "Sit down, child. I was about to lose. I have been about to since the war.",
        "No, not today either.",
        "So that is what it is like. I had been wondering. Here, take the chair.",
        _says(
            ahead="It is early. I have been wrong before. In 1938.",
            behind="You play like a fellow I used to know. He lost, too.",
            crowned="He walked a long way for that hat.",
            king_against="A king. I remember when those were scarce.",
            winning="Put your coat on, it gets cold around now.",
        ),
    ),
    "The Master": _Person(
        "Chicago, Illinois",
        ("Boston", "Douglas"),
        habits.back_row,
        "lets his back row stand, as everybody did in 1911",
        "You will play the line of 1911, and I the answer of 1911. Begin.",
        "It ended just so in 1911, but the light was better.",
        "In 1911 I would have seen that. Sign here; the pen is from then, too.",
    ),
    "The Grand Master": _Person(
        "Long Island, New York",
        ("Tillicoultry", "Centre"),
        habits.centre,
        "needs no habits, and goes to the middle",
        "I give you my time, all seven tenths of a second of it, each move.",
        "You had all evening. I had seven tenths of a second.",
        "I ran out of time to be better than you. The title is yours.",
    ),
}


@cache
def rivals() -> tuple[Rival, ...]:
    """Return all rivals, the weakest first."""
    founders = [(one.rating or 0, one.name, one.founder.removeprefix(f"{one.name} ").rstrip(".")) for one in FOUNDERS]
    levels = [(level.rating, f"The {level.name}", VOICES[number].about) for number, level in LEVELS.items()]
    remarks = {f"The {level.name}": VOICES[number].remarks for number, level in LEVELS.items()}
    ranked = enumerate(sorted([*levels, *founders], key=lambda one: one[0]), 1)
    people = [(rung, one, _PEOPLE[one[1]]) for rung, one in ranked]
    return tuple(
        Rival(rung, name, rating, about, person, remarks.get(name, person.remarks))
        for rung, (rating, name, about), person in people
    )


def rival_named(name: str) -> Rival | None:
    """Return the rival of a name, or None."""
    return next((rival for rival in rivals() if rival.name == name), None)


def find_rival(typed: str) -> Rival | None:
    """Return the rival whose rung or name was typed, or None if none or several fit. Words may be shortened."""
    words = typed.casefold().split()
    fitting = [rival for rival in rivals() if [str(rival.rung)] == words or _fits(words, rival.name)]
    exact = [rival for rival in fitting if rival.name.casefold().removeprefix("the ") == " ".join(words)]
    found = exact or fitting
    return found[0] if len(found) == 1 else None


def _fits(words: list[str], name: str) -> bool:
    parts = name.casefold().split()
    return bool(words) and all(any(part.startswith(word) for part in parts) for word in words)
