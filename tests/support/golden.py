"""Files that the program makes, kept to be compared with what it makes now.

``GOLDEN=write python -m pytest`` renews them. Look at the difference before committing it.
"""

import os
from pathlib import Path


def check_kept(path: Path, now: str) -> None:
    """Compare what the program makes now with the file that was kept."""
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(now, "utf-8")
    assert path.read_text("utf-8") == now, f"{path.name} is different now; GOLDEN=write keeps the new one"
