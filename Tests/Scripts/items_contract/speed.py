"""Response times, for release builds."""

import random
import statistics
import time

from contract import holds, slow_check, url

SEED = 20_260
ITEMS, QUERIES = 100_000, 200
START = 1_577_836_800  # 2020-01-01.


class Collection:
    """Items and queries as in real collections: the n-th word, tag or host has a share of about 1/n."""

    def __init__(self):
        self.numbers = random.Random(SEED)
        self.words = [self.word(self.numbers.randint(3, 9)) for _ in range(20_000)]
        self.tags = [self.word(self.numbers.randint(3, 10)) for _ in range(3_000)]
        self.hosts = [self.word(7) + self.numbers.choice([".com", ".org", ".example"]) for _ in range(2_000)]

    def word(self, length):
        return "".join(self.numbers.choice("aeiou" if place % 2 else "bcdfglmnprst") for place in range(length))

    def one(self, names):
        return names[int(len(names) ** self.numbers.random()) - 1]

    def item(self, number):
        title = " ".join(self.one(self.words) for _ in range(self.numbers.randint(3, 9)))
        tags = sorted({self.one(self.tags) for _ in range(self.numbers.randint(0, 6))})
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(START + number * 1800))
        return {"title": title, "tags": tags, "at": at, "location": f"https://{self.one(self.hosts)}/{number}"}

    def query(self):
        """One to three terms, as people type them."""
        def term():
            return self.numbers.choice([f"#{self.one(self.tags)}", f"#{self.one(self.tags)}", self.one(self.words),
                                        self.one(self.words), f"site:{self.one(self.hosts)}",
                                        f"-#{self.one(self.tags)}", "since:2024-01-01",
                                        f"#{self.one(self.tags)}|#{self.one(self.tags)}"])

        return " ".join(term() for _ in range(self.numbers.choice([1, 1, 1, 2, 2, 3])))


@slow_check
def speed_of_queries(library):
    """With 100,000 items the median over 200 realistic queries is at most 20 ms (first page) and 50 ms (facets)."""
    collection = Collection()
    for first in range(0, ITEMS, 10_000):
        library.load(*map(collection.item, range(first, first + 10_000)))
    queries = [collection.query() for _ in range(QUERIES)]
    for options, most in (({}, 0.020), ({"facets": 20}, 0.050)):
        times = []
        for query in queries:
            start = time.perf_counter()
            library.ask("GET", url("/items", q=query, limit=20, lenient="true", **options), status=200)
            times.append(time.perf_counter() - start)
        median = statistics.median(times)
        holds(median <= most, f"a median of at most {most * 1000:.0f} ms {options}", f"{median * 1000:.1f} ms")
