#!/usr/bin/env python3
"""Generates a client library from a server's OpenAPI document with openapi-python-client, and uses it.

  .ci/clients && PYTHONPATH=.build/clients Tests/Scripts/generated_client.py .build/debug/tagflow-server

It runs what Documentation/clients.md shows. Prints a line for each check; the exit code is 1 if one failed.
"""

import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys

import openapi_python_client

import client_server
from client_server import Server, check

PAGE = (pathlib.Path(__file__).parent.parent.parent / "Documentation/clients.md").read_text()
UNKNOWN = {
    "GET /api/v1/backup", "POST /api/v1/import", "POST /api/v1/suggestions", "GET /api/v1/views/{view}/feed.atom",
} | {
    f"GET /api/v1/sets/{{set}}/board.{kind}" for kind in ("pdf", "png", "svg")}
DOCUMENTED = "http://127.0.0.1:7733"


def documented(language, containing):
    return next(block for block in re.findall(rf"```{language}\n(.*?)```", PAGE, re.S) if containing in block)


def generate(server):
    """Runs the documented command for a server; returns its output."""
    command = documented("bash", "openapi-python-client generate").splitlines()[-1].replace(DOCUMENTED, server.url)
    programs = pathlib.Path(openapi_python_client.__file__).resolve().parent.parent / "bin"
    environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", PYTHONPATH=str(programs.parent))
    done = subprocess.run(command, shell=True, cwd=server.folder.name, env=environment, capture_output=True, text=True, timeout=300)
    check(done.returncode == 0, f"a library is generated: {done.stderr[-300:]}")
    warnings = re.findall(r"WARNING parsing (.*?) within default.*?\n\n(.*?)\n", done.stdout + done.stderr, re.S)
    # It doesn't know streams, pictures and XML.
    check({path for path, _ in warnings} <= UNKNOWN, f"everything else is understood: {warnings}")
    sys.path.insert(0, server.folder.name + "/tagflow-client")


def main():
    server = Server(sys.argv[1])
    try:
        generate(server)
        example = documented("python", "tagflow_client").replace(DOCUMENTED, server.url)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(example, {"token": server.token("write")})
        check(printed.getvalue() == " https://swift.org/\n", f"the documented example works: {printed.getvalue()!r}")
        import tagflow_client
        from tagflow_client.api.default import (delete_items_id, get_linkding_api_bookmarks, get_sets, get_stats, get_suggestions,
                                                get_tags, get_views, patch_items_id, put_views_view)
        from tagflow_client.models import PatchItemsIdBody, Problem, PutViewsViewBody
        client = tagflow_client.AuthenticatedClient(base_url=server.url, token=server.token("write"))
        tags = get_tags.sync(client=client)
        check([one.tag for one in tags.tags] == ["swift"] and tags.total == 1, "tags")
        check(get_sets.sync(client=client).sets[0].set_ == "default", "sets")
        changed = patch_items_id.sync(1, client=client, body=PatchItemsIdBody(title="Swift", add=["language"]))
        check(changed.title == "Swift" and changed.tags == ["swift", "language"], "a change")
        check(put_views_view.sync("mine", client=client, body=PutViewsViewBody(q="#swift")).count == 1, "a view")
        check(get_views.sync(client=client).views[0].view == "mine", "views")
        check(get_suggestions.sync(client=client, q="swi").suggestions[0].tag == "swift", "suggestions")
        check(get_stats.sync(client=client).periods[0].count == 1, "statistics")
        other = tagflow_client.AuthenticatedClient(base_url=server.url, token=server.token("read"), prefix="Token")
        check(get_linkding_api_bookmarks.sync(client=other).count == 1, "linkding's API")
        wrong = patch_items_id.sync(99, client=client, body=PatchItemsIdBody(title="x"))
        check(isinstance(wrong, Problem) and wrong.status == 404, "a problem")
        check(delete_items_id.sync_detailed(1, client=client).status_code == 204, "a deletion")
    finally:
        server.stop()
    sys.exit(client_server.failures > 0)


if __name__ == "__main__":
    main()
