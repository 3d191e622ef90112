"""Random changes of items with undo and redo, compared with a simple model."""

import random

from contract import Stop, check, problems
from model import TAGS, Model

SEED = 20_260
CHANGES = 250


@check
def random_changes(library):
    """Saving an item with a known location replaces the stored item (one undo step, counts exact) and keeps its id."""
    library.ask("POST", "/items", {"title": "first", "tags": TAGS}, 201)  # So that every tag exists.
    library.ask("DELETE", "/items/1", status=204)
    numbers = random.Random(SEED)
    model = Model(library, numbers)
    for number in range(CHANGES):
        name = model.change()
        model.compare(f"{name}, change {number} (seed {SEED})")
        if problems:
            raise Stop(f"expected {CHANGES} changes got only {number}")
