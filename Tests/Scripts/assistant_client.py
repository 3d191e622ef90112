#!/usr/bin/env python3
"""The official Python client of the Model Context Protocol at 'tagflow mcp': every tool, every schema, and hostile texts.

    assistant_client.py TAGFLOW CASE

Runs a case, and says whether it holds. Needs PyPI's mcp and jsonschema, as .ci/mcp fetches them.
"""

import asyncio
import hashlib
import json
import os
import subprocess
import sys
import tempfile

import jsonschema
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError

READING = ["suggest_tags", "find_tags", "find_items", "show_item", "review", "similar_tags"]
CHANGING = ["save_item", "edit_item", "merge_tags", "undo"]
SAMPLES = {"array": ["sea"], "integer": 1, "string": "sea"}
HOSTILE = [
    "\x00\x01\x1b[31m\x7f\x9b", "\u202ereversed\u2066", "a\u2028b\nc\rd\te", "\U000e0001\ufffe\ufeff", "' OR 1=1 --; DROP TABLE tag",
    "%00../../etc/passwd", "💪🏽" * 500, "", " ", "x" * 1_048_576, "\ud7ff\ue000",
]


class Library:
    """A database of its own with some tags, and the servers on it."""

    def __init__(self, tagflow):
        self.tagflow = tagflow
        self.folder = tempfile.TemporaryDirectory()
        self.database = self.folder.name + "/tags.sqlite"
        self.run("new", "s", "sea", "map", "photo", "machine learning")
        self.run("alias", "ml", "machine learning")
        self.run("select", "sea", "photo")
        self.run("save", "--location", "https://example.org/", "a walk by the sea")

    def run(self, *arguments, text=None):
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder.name, "TAGFLOW_DATABASE": self.database}
        done = subprocess.run([self.tagflow, *arguments], env=environment, input=text or "", capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def client(self, *options, mode="auto"):
        parameters = StdioServerParameters(
            command=self.tagflow, args=["mcp", *options],
            env={"HOME": self.folder.name, "TAGFLOW_DATABASE": self.database})
        return Client(stdio_client(parameters), mode=mode)

    def digest(self):
        with open(self.database, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()


async def call(client, name, **arguments):
    """Calls a tool that must do what it says; its answer, which its schema allows."""
    result = await client.call_tool(name, arguments)
    assert not result.is_error, (name, arguments, result.content)
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    jsonschema.validate(result.structured_content, tools[name].output_schema)
    assert json.loads(result.content[0].text) == result.structured_content
    return result.structured_content


async def failure(client, name, **arguments):
    """Calls a tool that must refuse; what it says."""
    result = await client.call_tool(name, arguments)
    assert result.is_error, (name, str(arguments)[:100], result.structured_content)
    text = result.content[0].text
    assert text and "\n" not in text and "internal error" not in text, text
    return text


async def tools(library):
    for mode, revision in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
        async with library.client("--write", mode=mode) as client:
            assert client.protocol_version == revision, client.protocol_version
            assert client.server_info.name == "tagflow"
            listed = (await client.list_tools()).tools
            assert [tool.name for tool in listed] == READING + CHANGING
            for tool in listed:
                assert tool.description and tool.annotations.read_only_hint == (tool.name in READING)
                assert tool.annotations.destructive_hint == (tool.name in CHANGING)
                for schema in (tool.input_schema, tool.output_schema):
                    jsonschema.Draft202012Validator.check_schema(schema)
                for name, field in tool.input_schema["properties"].items():
                    assert field["description"], name
                    for example in field.get("examples", []) + ([field["default"]] if "default" in field else []):
                        jsonschema.validate(example, field)
            found = await call(client, "suggest_tags", text="A walk", given=["photo", "none"], limit=2)
            assert found["suggestions"][0]["tag"] == "sea" and found["suggestions"][0]["known"]
            assert found["unknown"] == ["none"] and len(found["suggestions"]) <= 2
            assert (await call(client, "suggest_tags", query="lerning"))["suggestions"][0]["tag"] == "machine learning"
            found = await call(client, "find_tags", query="LEARN")
            assert [(tag["tag"], tag["aliases"]) for tag in found["tags"]] == [("machine learning", ["ml"])]
            assert "photo" in (await call(client, "find_tags", query="photoss"))["did_you_mean"]
            thing = await call(client, "show_item", location="https://example.org/")
            assert thing["found"] and thing["tags"] == ["sea", "photo"] and thing["title"] == "a walk by the sea"
            assert (await call(client, "show_item", location="example"))["like"] == ["https://example.org/"]
            assert (await call(client, "similar_tags", tags=["photos", "sea"]))["pairs"][0]["like"] == "photo"
            assert "'photo'" in await failure(client, "save_item", location="u://1", tags=["photos"])
            saved = await call(client, "save_item", location="u://1", tags=["photos", "ML"], title="one", force=True)
            assert saved["created"] == ["photos"] and not saved["replaced"], saved
            assert sorted(saved["tags"]) == ["machine learning", "photos"]
            again = await call(client, "save_item", location="u://1", tags=["sea"])
            assert again["replaced"] and again["title"] == "one"
            found = await call(client, "find_items", query="one #sea not #photo", tags=5)
            assert [item["location"] for item in found["items"]] == ["u://1"] and found["total"] == 1, found
            assert "'photoo'" in await failure(client, "find_items", query="#photoo")
            edited = await call(client, "edit_item", id=saved["id"], title="two", add=["photo"])
            assert edited["title"] == "two" and sorted(edited["tags"]) == ["photo", "sea"], edited
            assert (await call(client, "undo"))["made_here"]
            await call(client, "save_item", location="u://2", tags=[], title="a walk by the sea")
            queue = await call(client, "review")
            assert queue["total"] == 1 and queue["items"][0]["suggestions"][0]["tag"] == "sea", queue
            fits = await call(client, "review", tag="photo")
            assert "u://2" in [item["location"] for item in fits["items"]] and 0 < fits["items"][0]["probability"] <= 1, fits
            await call(client, "edit_item", id=queue["items"][0]["id"], reviewed=True)
            assert (await call(client, "review"))["total"] == 0 and (await call(client, "review", again=True))["total"] == 1
            assert "can't be combined" in await failure(client, "review", tag="sea", query="x")
            for step in range(2):
                assert (await call(client, "undo"))["made_here"], step
            assert (await call(client, "similar_tags"))["pairs"][0]["tag"] == "photos"
            merged = await call(client, "merge_tags", **{"from": "photos", "into": "photo"})
            assert merged["into"] == "photo"
            for step in range(3):
                assert (await call(client, "undo"))["made_here"], step
            assert not (await call(client, "show_item", location="u://1"))["found"]
            assert "did you mean" in await failure(client, "merge_tags", **{"from": "phot", "into": "sea"})
            assert "unknown set 'nowhere'" in await failure(client, "show_item", location="u://1", set="nowhere")
            await vocabulary(client)


async def vocabulary(client):
    assert [one.uri for one in (await client.list_resources()).resources] == ["tagflow://vocabulary"]
    page = json.loads((await client.read_resource("tagflow://vocabulary")).contents[0].text)
    assert {"tag": "sea", "aliases": [], "uses": 1, "sets": 1} in page["tags"], page
    for address in ("tagflow://none", "tagflow://vocabulary?after=x", "file:///etc/passwd", "tagflow://vocabulary?after=nan~x"):
        try:
            await client.read_resource(address)
            raise AssertionError(address)
        except MCPError as error:
            assert "no such resource" in str(error), error


async def read_only(library):
    # What is in the log goes into the file when the last program closes it.
    library.run("doctor")
    before = library.digest()
    async with library.client() as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == READING
        for name, arguments in (("save_item", {"location": "u://1", "tags": ["x"]}), ("merge_tags", {"from": "sea", "into": "map"}),
                                ("edit_item", {"id": 1, "add": ["x"]}),
                                ("undo", {})):
            assert "tagflow mcp --write" in await failure(client, name, **arguments)
        for name, arguments in (("suggest_tags", {"text": "sea"}), ("find_tags", {}), ("find_items", {"query": "walk"}), ("show_item", {"location": "u://1"}),
                                ("similar_tags", {}), ("similar_tags", {"tags": ["maps"]})):
            await call(client, name, **arguments)
        await client.read_resource("tagflow://vocabulary")
    assert library.digest() == before, "the database was written to"


async def hostile(library):
    async with library.client("--write") as client:
        tools = (await client.list_tools()).tools
        for tool in tools:
            fields = tool.input_schema["properties"]
            required = {name: SAMPLES[fields[name]["type"]] for name in tool.input_schema["required"]}
            for name, field in fields.items():
                for text in HOSTILE:
                    value = [text] if field["type"] == "array" else text
                    if field["type"] in ("string", "array"):
                        result = await client.call_tool(tool.name, {**required, name: value})
                        shown = "".join(part.text for part in result.content)
                        assert len(shown) < 100_000 and "internal error" not in shown, (tool.name, name, shown[:300])
                        assert not any(ord(sign) < 0x20 for sign in shown), (tool.name, name, shown[:300])
                wrong = [{}, [[[]]], -1, 1e300, 2**70, 1.5, True, ["x"] * 5000]
                for value in wrong:
                    try:
                        jsonschema.validate(value, field)
                    except jsonschema.ValidationError:
                        await failure(client, tool.name, **{**required, name: value})
            assert "no argument" in await failure(client, tool.name, **{**required, "x\x1b": 1})
        assert (await call(client, "find_tags", query="sea"))["tags"]
    library.run("doctor")


async def pages(library):
    library.run("import", "--from", "text", "-", text="".join(f"tag {number} é~%\n" for number in range(1_200)))
    async with library.client() as client:
        address, read = "tagflow://vocabulary", []
        while address:
            page = json.loads((await client.read_resource(address)).contents[0].text)
            read += [tag["tag"] for tag in page["tags"]]
            address = page.get("next")
        assert len(read) == len(set(read)) == 1_204, len(read)
        for order in ("name", "uses", "recent"):
            found, cursor = [], None
            while True:
                page = await call(client, "find_tags", order=order, limit=500, **({"cursor": cursor} if cursor else {}))
                found += [tag["tag"] for tag in page["tags"]]
                cursor = page.get("next_cursor")
                if not cursor:
                    break
            assert sorted(found) == sorted(read), order
        assert "cursor" in await failure(client, "find_tags", cursor="nonsense")


if __name__ == "__main__":
    asyncio.run({"tools": tools, "read_only": read_only, "hostile": hostile, "pages": pages}[sys.argv[2]](Library(sys.argv[1])))
    print("ok", sys.argv[2])
