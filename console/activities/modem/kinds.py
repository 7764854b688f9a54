"""The kinds of questions in remote games."""

from typing import Final

from console.dialogue.kinds import Kind, Trait

DIAL: Final = Kind("dial", Trait.YES_OR_NO | Trait.ENTER_IS_YES)
TERMS: Final = Kind("terms", Trait.YES_OR_NO | Trait.ENTER_IS_YES)
BACK: Final = Kind("back", Trait.YES_OR_NO)
