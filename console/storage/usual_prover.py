"""Who proves positions for the player: with all the endgame tables that are at hand."""

from console.game.proving import Prover
from engine.rules import Jumping, Rules


def usual_prover(rules: Rules, jumping: Jumping) -> Prover:
    """A prover with the tables that come with the program and those that were built here."""
    from ai.proof import Prover as TablesProver
    from console.storage.endgame_tables import tables_at_hand

    problems: list[str] = []
    tables = tables_at_hand(rules, problems.append)
    return TablesProver(rules, jumping, tables, problems)
