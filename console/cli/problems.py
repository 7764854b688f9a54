"""``checkers problems``: solve, list or mine problems."""

from collections import defaultdict, deque
from functools import partial
from typing import Any, Final

from ai.problems.problem import KINDS, Problem, by_kind, collection, collection_file, problems_text
from ai.tasks import finished
from ai.themes import THEMES
from console.cli.arguments import JSON, OUT, PICKS_UP, WORKERS, Offered, read_rule_set, whole
from console.cli.parser import Asked, Command, OptionError, option, switch
from console.cli.play import PLAIN, open_game
from console.cli.results import print_result
from console.cli.samples import SAMPLES, sample_files
from console.cli.workers import interruptible, workers
from console.game.naming import counted
from console.storage.atomic_files import user_folders, write_whole
from console.storage.built_files import tables_folder_if_any
from console.terminal.standard_streams import tell
from engine.printable import printable, quoted
from engine.rules import RULE_SETS, Rules


def play(asked: Asked, which: str = "") -> int:
    """Start the game with a problem."""
    return open_game(vars(asked), task=f"problem {which}".strip())


today: Final = partial(play, which="today")
yours: Final = partial(play, which="yours")


def listed(asked: Asked) -> None:
    """Print the problems of one rule set or of all, or those of a theme, as lines or as JSON. Raises OptionError."""
    wanted = [asked.rules] if asked.rules else RULE_SETS.values()
    found = [problem for rules in wanted for problem in collection(rules)]
    kinds = defaultdict[str, list[Problem]](list)
    for rules in wanted:
        for kind, some in by_kind(rules).items():
            kinds[kind] += some
    if not kinds:
        raise OptionError(f"There are no problems of {asked.rules.name}.")
    if asked.theme is not None:
        theme = next((kind for kind in kinds if _joined(kind) == _joined(asked.theme.casefold())), None)
        if theme is None:
            raise OptionError(f"There is no theme {quoted(asked.theme)}; the choices are {', '.join(kinds)}.")
        found = kinds[theme]
    print_result(asked.json, [_object(problem) for problem in found], map(_line, found))


def _joined(theme: str) -> str:
    """Return the name of a theme as one word: ``back-shot``."""
    return theme.replace(" ", "-")


def _line(problem: Problem) -> str:
    about = ", ".join(filter(None, (problem.name, *problem.themes)))
    return f"{problem.rules.name:13} {problem.goal:4} {problem.difficulty} {problem.fen}  {about}"


def _object(problem: Problem) -> dict[str, Any]:
    same = {name: getattr(problem, name) for name in ("fen", "solution", "themes", "difficulty", "name", "ground")}
    return {"rules": problem.rules.name, "to": problem.goal, **same}


def mine(asked: Asked) -> None:
    """Mine problems from the samples, and write the collection of a rule set, or add hard shots to it."""
    from ai.lab.problems.collect import collect
    from ai.lab.problems.mine import SHOTS_SUFFIX, SUFFIX, Mined, mine_file, mined_text, read_mined

    rules: Rules = asked.rules
    known = collection(rules) if asked.shots else ()
    wanted = asked.wanted + len(known)
    folder, suffix = user_folders().data / "mined", SHOTS_SUFFIX if asked.shots else SUFFIX
    work = partial(mine_file, rules=rules, folder=tables_folder_if_any(), shots=asked.shots)
    files = sample_files(asked)
    targets = {file: folder / f"{file.stem}{suffix}" for file in files}
    ready = {file: read_mined(target) for file, target in targets.items() if target.exists()}
    # Use the results in the order of the files, so that the speed of the workers has no effect.
    waiting, mined = deque(files), list[Mined]()
    chosen = collect(rules, mined, wanted, known)
    with interruptible() as bar, workers(min(asked.jobs, len(files)), asked.cluster) as executor:
        rest = finished(executor, work, [file for file in files if file not in ready])
        while waiting and len(chosen) < wanted:
            while waiting[0] not in ready:
                file, found = next(rest)
                write_whole(targets[file], mined_text(found).encode("ascii"))
                ready[file] = found
            mined += ready[waiting.popleft()]
            chosen = collect(rules, mined, wanted, known)
            bar.show(len(files) - len(waiting), len(files), f"{len(mined)} found")
    target = asked.out or collection_file(rules)
    write_whole(target, problems_text(chosen).encode("ascii"))
    tell(f"{counted(len(chosen), 'problem')} of {len(mined)} found, in {printable(str(target))}")


_THEMES: Final = (*KINDS, *map(_joined, THEMES))
_SOLVING: Final = (
    option("--rules NAME", read_rule_set, "by these rules"),
    option("--seed N", whole(0, 10**9), "the same seed, the same problems"),
    PLAIN,
)
_PROBLEMS: Final = "Problems: positions in which one move wins, or draws."
COMMANDS: Final = (
    Command("problems", play, _PROBLEMS, *_SOLVING),
    Command("problems today", today, _PROBLEMS, *_SOLVING),
    Command("problems yours", yours, _PROBLEMS, *_SOLVING),
    Command(
        "problems list",
        listed,
        "List the problems that come with the program.",
        option("--rules NAME", read_rule_set, "those of one rule set"),
        option("--theme THEME", Offered(_THEMES, str), "those of one theme, as in two-for-one, or the hard ones"),
        JSON,
    ),
    Command(
        "problems mine",
        mine,
        f"Mine problems from the games of checkers train games.\n{PICKS_UP}",
        *SAMPLES,
        option("--wanted N", whole(1, 10**6), "how many problems", "600"),
        switch("--shots", "add shots that are hard to see, instead of replacing all"),
        OUT,
        *WORKERS,
    ),
)
