#!/usr/bin/env python3
"""TaskChampion's side of measure.py: a process for each step.

  peer.py FOLDER create|sync|rename DEVICE"""
import json, pathlib, sys, uuid

from taskchampion import AccessMode, Operations, Replica, Tag

NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
folder, command, device = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
replica = Replica.new_on_disk(str(folder / device), True, AccessMode.ReadWrite)


def identity(record):
    return str(uuid.uuid5(NAMESPACE, str(record["number"])))


def records(name):
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


if command == "sync":
    replica.sync_to_local(str(folder / "store"), False)
else:
    operations = Operations()
    for record in records("records.ndjson" if command == "create" else "changes.ndjson"):
        if command == "create":
            task = replica.create_task(identity(record), operations)
            task.set_description(record["title"], operations)
            task.set_value("url", record["location"], operations)
            for tag in record["tags"]:
                task.add_tag(Tag(tag), operations)
        else:
            task = replica.get_task(identity(record))
            task.set_description(f"{device} {record['title']}", operations)
    replica.commit_operations(operations)
