#!/usr/bin/env python3
"""Writes a log of made-up items, to measure learn.py with: synthetic.py COUNT LOG.parquet [--tags 200000] [--words 0]

Each has 3 to 8 tags; the tag of rank n is as frequent as 1/n. The same arguments give the same rows."""

import argparse

import duckdb

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("count", type=int)
parser.add_argument("log")
parser.add_argument("--tags", type=int, default=200_000, help="how many tags there are")
parser.add_argument("--words", type=int, default=0, help="how many words a title has, of 50,000")
options = parser.parse_args()


def drawn(salt, most):
    """A whole number below a bound, drawn by rank, from the row i and the place j."""
    return f"CAST(floor(pow({most}, (hash(i, j, {salt}) >> 11) / 9007199254740992.0)) AS INT)"


duckdb.sql(f"""
    COPY (
        SELECT array_to_string([ 'word' || {drawn(2, 50_000)} FOR j IN range({options.words}) ], ' ') AS title,
            [ 'tag-' || {drawn(1, options.tags)} FOR j IN range(CAST(3 + hash(i, 0) % 6 AS INT)) ] AS tags
        FROM range({options.count}) AS made(i)
    ) TO '{options.log}' (FORMAT parquet)""")
