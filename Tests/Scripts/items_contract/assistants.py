"""MCP and LSP."""

import json

from contract import Stop, check, expect, holds, is_now

START = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "contract", "version": "1"}}


def answers(library, *requests):
    """The results of MCP requests of one session, each a method and its parameters."""
    messages = [{"id": 0, "method": "initialize", "params": START}, {"method": "notifications/initialized"}]
    messages += [{"id": number, "method": method, "params": parameters}
                 for number, (method, parameters) in enumerate(requests, 1)]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    found = {answer.get("id"): answer for answer in map(json.loads, library.run("mcp", "--write", input=lines).lines)}
    missing = [request for number, request in enumerate(requests, 1) if "result" not in found.get(number, {})]
    if missing:
        raise Stop(f"expected a result of {missing[0]} got {found}")
    return [found[number]["result"] for number in range(1, len(requests) + 1)]


def call(tool, **arguments):
    return "tools/call", {"name": tool, "arguments": arguments}


@check
def assistant_words(library):
    """MCP tools use the same words (`save_item`, `edit_item`, …); `edit_item` takes the fields of PATCH."""
    library.run("new", "work")
    tools = {tool["name"]: set(tool["inputSchema"]["properties"])
             for tool in answers(library, ("tools/list", {}))[0]["tools"]}
    fields = {"save_item": {"location", "title", "tags"}, "find_items": set(),
              "edit_item": {"title", "location", "follow", "note", "at", "tags", "add", "remove"}}
    for name, wanted in fields.items():
        expect(sorted(wanted), sorted(wanted & tools[name]) if name in tools else "no such tool", name)
    former = {"source", "label", "selection", "saved_selection"} & set().union(*tools.values())
    expect([], sorted(former), "former words")


@check
def assistant_items(library):
    """MCP tools use the same words: a saved item has `location`, is found by the query language, and can be edited."""
    library.run("new", "work")
    answers(library, call("save_item", location="https://a.example/", title="Café", note="n", tags=["x"], force=True))
    item = library.only("cafe")
    expect(["https://a.example/", "n", ["x"]], [item.get(key) for key in ("location", "note", "tags")])
    holds(is_now(item["at"]), "the present time", item["at"])
    changes = ({"title": "b"}, {"location": "u://2"}, {"note": "m"}, {"at": "2026-01-02T03:04:05Z"},
               {"tags": ["p", "q"]}, {"add": ["r"], "remove": ["p"]})
    answers(library, *(call("edit_item", id=item["id"], force=True, **change) for change in changes))
    item = library.only()
    expect(["b", "u://2", "m", "2026-01-02T03:04:05", ["q", "r"]],
           [item["title"], item.get("location"), item.get("note"), item["at"][:19], sorted(item["tags"])])
    found, = answers(library, call("find_items", query="#q -old"))
    content = json.loads(found["content"][0]["text"])
    expect([["u://2"], 1], [[item["location"] for item in content["items"]], content["total"]], "find_items")


@check
def assistant_item_json(library):
    """An item in JSON: `location` and `note` are absent when empty. MCP tools use the same words."""
    item = library.add("--title", "a", "--tag", "x")
    found, = answers(library, call("find_items", query="a"))
    expect([item], json.loads(found["content"][0]["text"])["items"])


@check
def assistant_replaces(library):
    """Saving an item with a known location replaces the stored item and keeps its id; absent fields are kept."""
    library.load({"location": "https://a.example/", "title": "old", "note": "n", "tags": ["x"],
                  "at": "2026-01-02T03:04:05Z", "set": "work"})
    before = library.only()
    answers(library, call("save_item", location="https://A.example", title="new", tags=["x"], set="work"))
    expect({**before, "title": "new", "location": "https://A.example"}, library.only())


@check
def language_server_words(library):
    """The LSP uses the same words: its commands don't name sources or selections."""
    def message(**fields):
        body = json.dumps({"jsonrpc": "2.0", **fields})
        return f"Content-Length: {len(body)}\r\n\r\n{body}"

    start = message(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})
    out = library.run("lsp", input=start + message(id=2, method="shutdown") + message(method="exit"), code=None).out
    holds("executeCommandProvider" in out, "commands", out)
    for former in ("source", "selection", "label", "saveSelection"):
        holds(former not in out.split("executeCommandProvider")[-1].split("}")[0], f"no command with {former}", out)
