#!/usr/bin/env python3
"""Works out what ten million spaces need, for Documentation/internet-scale.md: estimate.py [NAME=VALUE...]

Without arguments it prints the tables of the page; with some, those for other inputs, as in estimate.py spaces=1e6 peak=10."""

import math
import sys

# Each input: its value, its unit, where it comes from.
GIVEN, MEASURED, ASSUMED = "given", "measured", "assumed"
INPUTS = {
    "spaces": (10e6, "", GIVEN, "spaces of 500 tags"),
    "toggles": (20, "a day", GIVEN, "toggles of a space"),
    "fresh": (413_696, "bytes", MEASURED, "file of a space with 500 tags in a set"),
    "year": (2_371_584, "bytes", MEASURED, "the same after a year: 7,300 toggles, 730 items of 5 tags, everything undoable"),
    "log": (9.7 * 4_120, "bytes", MEASURED, "what a toggle appends to the write-ahead log: 9.7 pages"),
    "memory": (600_000, "bytes", MEASURED, "what an open space takes in tagflow-server, with a pool of connections; one connection takes less"),
    "operations": (20, "", MEASURED, "calls that name a file, from opening a space to closing it"),
    "commit": (0.0015, "s", MEASURED, "durable toggle on CephFS over loopback, half of them"),
    "processor": (0.011, "s", MEASURED, "processor time of a toggle in tagflow-server, on a machine busy with other work: an upper bound"),
    "opening": (0.006, "s", MEASURED, "the same for opening a space and reading a set"),
    "fenced": (0.8, "s", MEASURED, "a dead machine's spaces are free, when the cluster manager fences it"),
    "evicted": (35, "s", MEASURED, "the same when nobody does"),
    "sittings": (4, "a day", ASSUMED, "times a day that a space is used"),
    "sitting": (120, "s", ASSUMED, "how long it is used, and 60 s more until it is closed"),
    "peak": (5, "times the mean", ASSUMED, "the busiest hour"),
    "replicas": (3, "", ASSUMED, "copies that Ceph keeps"),
    "cores": (8, "", ASSUMED, "processors of a node"),
    "room": (16e9, "bytes", ASSUMED, "memory of a node for open spaces"),
    "load": (0.5, "", ASSUMED, "how much of a node is used at the peak"),
    "server": (10_000, "a second", ASSUMED, "operations of a metadata server"),
    "disk": (8e12, "bytes", ASSUMED, "a storage daemon's disk, filled to two thirds"),
}


def estimated(value):
    """What follows from the inputs, each with how it is shown."""
    seconds = 86_400
    commits = value["spaces"] * value["toggles"] / seconds
    opened = value["spaces"] * value["sittings"] / seconds
    held = opened * (value["sitting"] + 60)
    at_peak = value["peak"]
    processors = at_peak * (commits * value["processor"] + opened * value["opening"])
    by_memory = value["room"] / value["memory"]
    nodes = math.ceil(max(processors / (value["cores"] * value["load"]), held * at_peak / by_memory))
    on_a_node = held * at_peak / nodes
    metadata = opened * at_peak * value["operations"]
    servers = math.ceil(metadata / (value["server"] * value["load"]))
    return [
        ("Storage", [
            ("files at rest", f"{value['spaces']:,.0f}; a log more for each open space"),
            ("bytes, new", size(value["spaces"] * value["fresh"])),
            ("bytes after a year", size(value["spaces"] * value["year"])),
            ("on disks, with copies", size(value["spaces"] * value["year"] * value["replicas"])),
            ("disks", f"{math.ceil(value['spaces'] * value['year'] * value['replicas'] / (value['disk'] * 2 / 3)):,}"),
            ("durable writes a second at the peak, with copies", f"{commits * at_peak * value['replicas']:,.0f}"),
            ("written at the peak, with copies", size(commits * at_peak * value["log"] * value["replicas"]) + " a second"),
        ]),
        ("Nodes", [
            ("commits a second, mean and peak", f"{commits:,.0f} and {commits * at_peak:,.0f}"),
            ("spaces opened a second, mean and peak", f"{opened:,.0f} and {opened * at_peak:,.0f}"),
            ("open spaces, mean and peak", f"{held:,.0f} and {held * at_peak:,.0f}"),
            ("their memory at the peak", size(held * at_peak * value["memory"])),
            ("processors busy at the peak", f"{processors:,.0f}"),
            ("nodes that memory alone would need", f"{math.ceil(held * at_peak / by_memory):,}"),
            ("nodes", f"{nodes:,}; {math.ceil(nodes * 1.2) + 1:,} with a fifth and one to spare"),
            ("commits a second of a node at the peak", f"{commits * at_peak / nodes:,.0f}"),
            ("commits under way on a node at once", f"{commits * at_peak / nodes * value['commit']:,.1f}"),
        ]),
        ("Metadata servers", [
            ("operations a second, mean and peak", f"{opened * value['operations']:,.0f} and {metadata:,.0f}"),
            ("active metadata servers", f"{servers:,}"),
        ]),
        ("When a node dies at the peak", [
            ("spaces that are open on it", f"{on_a_node:,.0f}, one of {value['spaces'] / on_a_node:,.0f}"),
            ("they answer again after", f"{value['fenced']:g} s if it is fenced, {value['evicted']:g} s else"),
            ("of them are asked for each second", f"{on_a_node * value['toggles'] / value['sittings'] / value['sitting']:,.0f}"),
            ("operations to open all of them again", f"{on_a_node * value['operations']:,.0f}"),
            ("seconds for that, with half of the metadata servers' power", f"{on_a_node * value['operations'] / (servers * value['server'] / 2):,.0f}"),
        ]),
    ]


def size(count):
    """A number of bytes in a unit of powers of a thousand."""
    for unit in ["bytes", "kB", "MB", "GB"]:
        if count < 1_000:
            return f"{count:,.1f} {unit}"
        count /= 1_000
    return f"{count:,.1f} TB"


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:g}"


def main():
    value = {name: entry[0] for name, entry in INPUTS.items()}
    for argument in sys.argv[1:]:
        name, _, text = argument.partition("=")
        try:
            value[name] = float(text) if name in INPUTS else sys.exit(f"estimate.py: there is no input '{name}'; see INPUTS")
        except ValueError:
            sys.exit(f"estimate.py: '{text}' is no number for '{name}'")
        if not value[name] > 0:
            sys.exit(f"estimate.py: '{name}' must be above 0")
    print("| input | is | | |\n| --- | ---: | --- | --- |")
    for name, (_, unit, source, what) in INPUTS.items():
        print(f"| `{name}` | {number(value[name])} {unit} | {source} | {what} |".replace("  ", " "))
    for title, rows in estimated(value):
        print(f"\n| {title} | |\n| --- | ---: |")
        for what, result in rows:
            print(f"| {what} | {result} |")


main()
