"""Response times, for release builds."""

import random
import statistics
import time

from contract import holds, slow_check, url
from random_queries import ALIASES, IMPLICATIONS, SEED, SITES, TAGS, VOCABULARY, random_item

ITEMS, QUERIES = 100_000, 200


def realistic_query(numbers):
    """One or two tags, words or sites, as people type them."""
    def term():
        return numbers.choice([f"#{numbers.choice(TAGS)}", numbers.choice(VOCABULARY), numbers.choice(VOCABULARY),
                               f"site:{numbers.choice(SITES).split(':')[0]}", f"-#{numbers.choice(TAGS)}",
                               "since:2026-02-01", f"#{numbers.choice(TAGS)}|#{numbers.choice(TAGS)}"])
    return " ".join(term() for _ in range(numbers.choice([1, 1, 1, 2, 2, 3])))


@slow_check
def speed_of_queries(library):
    """With 100,000 items the median over 200 realistic queries is at most 20 ms for the first page and 50 ms for the
    facets."""
    numbers = random.Random(SEED)
    library.load(*(random_item(numbers, number) for number in range(ITEMS)))
    for alias, tag in ALIASES.items():
        library.run("alias", alias, tag)
    for tag, parent in IMPLICATIONS:
        library.run("imply", tag, parent)
    queries = [realistic_query(numbers) for _ in range(QUERIES)]
    for options, most in (({}, 0.020), ({"facets": 20}, 0.050)):
        times = []
        for query in queries:
            start = time.perf_counter()
            library.ask("GET", url("/items", q=query, limit=20, **options), status=200)
            times.append(time.perf_counter() - start)
        median = statistics.median(times)
        holds(median <= most, f"a median of at most {most * 1000:.0f} ms {options}", f"{median * 1000:.1f} ms")
