"""The prover that uses all endgame tables of this user."""

from console.game.proving import Prover
from engine.rules import Jumping, Rules


def default_prover(rules: Rules, jumping: Jumping) -> Prover:
    """Return a prover with the packaged and the built tables."""
    from ai.proof import Prover as TablesProver
    from console.storage.endgame_tables import available_tables

    problems: list[str] = []
    tables = available_tables(rules, problems.append)
    return TablesProver(rules, jumping, tables, problems)
