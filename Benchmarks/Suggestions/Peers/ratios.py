"""Prints the ratio of our times to the peers': ratios.py OURS FTS5 TANTIVY (what `run` keeps of each)."""
import json
import re
import sys

ours = {}
for line in open(sys.argv[1], encoding="utf8"):
    match = re.match(r"q_(\w+)\.ndjson: p50 ([\d.]+) us, p99 ([\d.]+) us", line)
    if match:
        ours[match[1]] = float(match[2]), float(match[3])

print("\nkind        ours p50 / p99 us      theirs p50 / p99 us     ours / theirs")
peers = [json.loads(line) for line in open(sys.argv[2], encoding="utf8")]
peers.append({"kind": "typo", **json.load(open(sys.argv[3], encoding="utf8"))})
for peer in peers:
    p50, p99 = ours[peer["kind"]]
    ratios = f"{p50 / peer['p50_us']:.3f} / {p99 / peer['p99_us']:.3f}"
    print(f"{peer['kind']:10s} {p50:9.1f} / {p99:9.1f} {peer['p50_us']:12.1f} / {peer['p99_us']:9.1f}     {ratios}")
