#!/usr/bin/env python3
"""Holds the files of Packaging/ against the program: names of metrics, options, units, and the version."""

import json
import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
problems = []


def read(name):
    return (ROOT / name).read_text()


def check(condition, message):
    if not condition:
        problems.append(message)


# Metrics: those that the dashboard and the alerts use are those that the server has.
source = read("Sources/HTTPService/Server/ServiceMetrics.swift")
known = set(re.findall(r"tagflow_[a-z_]+", source))
dashboard = json.loads(read("Packaging/monitoring/grafana.json"))
queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
alerts = yaml.safe_load(read("Packaging/monitoring/alerts.yml"))
rules = [rule for group in alerts["groups"] for rule in group["rules"]]
used = set()
for text in queries + [rule["expr"] for rule in rules]:
    used |= set(re.findall(r"tagflow_[a-z_]+", text))
    check(text.count("(") == text.count(")") and text.count("{") == text.count("}"), f"unbalanced brackets: {text}")
    for label in re.findall(r"[{,]\s*([a-z]+)(?:=~|!~|!=|=)", text):
        check(label in ("route", "status", "instance", "job", "le"), f"unknown label '{label}': {text}")
check(used and used <= known, f"the server has no metrics named {sorted(used - known)}")
unused = {name for name in known if not any(other.startswith(name) for other in used)}
check(not unused, f"no panel and no alert shows {sorted(unused)}")
for rule in rules:
    check({"summary", "remedy"} <= rule["annotations"].keys(), f"{rule['alert']} has no summary or remedy")
places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]]
check(len(set(places)) == len(places), "two panels are in one place")

# Variables: those of the files are options of the server, or belong to the bucket.
options = set(re.findall(r'"([A-Z][A-Z_]+)"', read("Sources/tagflow-server/ServerOptions.swift"))) \
    | set(re.findall(r"TAGFLOW_([A-Z_]+)", read("Sources/tagflow-server/ServerOptions.swift") + read("Sources/tagflow-server/LogFormat.swift"))) \
    | {"DATABASE", "BUCKET", "BUCKET_REGION", "BUCKET_ENDPOINT", "DOMAIN", "UPSTREAM", "IMAGE"}
for name in ("Packaging/compose/compose.yaml", "Packaging/compose/Caddyfile", "Packaging/image/Containerfile", "Packaging/litestream/litestream.yml"):
    for variable in re.findall(r"TAGFLOW_([A-Z_]+)", read(name)):
        check(variable in options, f"{name}: TAGFLOW_{variable} is neither an option of the server nor a variable of the bucket")
compose = yaml.safe_load(read("Packaging/compose/compose.yaml"))
for service in compose["services"].values():
    for volume in service["volumes"]:
        path = volume.partition(":")[0]
        if path.startswith("."):
            check((ROOT / "Packaging/compose" / path).exists(), f"compose.yaml: '{path}' doesn't exist")
litestream = yaml.safe_load(read("Packaging/litestream/litestream.yml"))
check(all(entry["watch"] and entry["pattern"] == "*.sqlite" for entry in litestream["dbs"]), "litestream.yml watches no folder")

# Version: the same in all files.
version = re.search(r'version: "(.*)"', read("Sources/tagflow-server/TagflowServer.swift"))[1]
check(f'static let version = "{version}"' in read("Sources/tagflow/Program/Tagflow.swift"), "the programs have different versions")
for name in ("Extension/manifest.json", "Extension/obsidian/manifest.json"):
    check(json.loads(read(name))["version"] == version, f"{name} has another version")
for name in ("Packaging/homebrew/tagflow.rb", "Packaging/nix/flake.nix", "Packaging/compose/compose.yaml"):
    check("@VERSION@" in read(name), f"{name} has another version")

print("\n".join(problems) or f"{len(queries)} queries, {len(rules)} alerts, {len(known)} metrics and version {version} agree with the program")
sys.exit(bool(problems))
