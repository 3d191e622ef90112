#!/usr/bin/env python3
"""Uses a server with aiolinkding, a client of linkding, and sends it what no client would.

  .ci/clients && PYTHONPATH=.build/clients Tests/Scripts/linkding_client.py .build/debug/tagflow-server

Prints a line for each check; the exit code is 1 if one failed. Tests/Fixtures/Clients/linkding.json has linkding's shapes.
"""

import asyncio
import json
import pathlib
import re
import sys

import aiolinkding
from aiolinkding.errors import InvalidTokenError, RequestError

import client_server
from client_server import ADMIN, Server, check

SHAPES = json.loads((pathlib.Path(__file__).parent.parent / "Fixtures/Clients/linkding.json").read_text())
TYPES = {"integer": int, "string": str, "boolean": bool, "list": list, "object": dict}


def fits(value, shape):
    """Tells whether an object has exactly the fields of a shape, with their types."""
    fields = SHAPES[shape]
    if not isinstance(value, dict) or set(value) != set(fields):
        return False
    for name, kind in fields.items():
        if kind.endswith("?") and value[name] is None:
            continue
        kind = kind.rstrip("?")
        if kind == "time":
            if not isinstance(value[name], str) or not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", value[name]):
                return False
        elif type(value[name]) is not TYPES[kind]:
            return False
    return True


async def fails(kind, request):
    try:
        await request
    except kind:
        return True
    return False


async def use(server):
    client = await aiolinkding.async_get_client(server.root + "/linkding", server.token("write"))
    bookmarks = client.bookmarks
    made = await bookmarks.async_create("https://swift.org/", title="Swift", description="a language", notes="read again",
                                        tag_names=["language", "deep-learning"], unread=True)
    check(fits(made, "bookmark"), "a created bookmark has linkding's fields")
    check(made["tag_names"] == ["language", "deep-learning"] and made["unread"] and not made["is_archived"], "tags and states")
    check(made["description"] == "a language" and made["notes"] == "read again", "description and notes")
    again = await bookmarks.async_create("https://swift.org/?utm_source=x", title="Swift.org", tag_names=["language"])
    check(again["id"] == made["id"] and again["title"] == "Swift.org" and again["tag_names"] == ["language"],
          "creating a known URL updates it")
    check(again["description"] == made["description"] and again["notes"] == made["notes"] and not again["unread"],
          "fields that weren't sent stay")
    await bookmarks.async_create("https://forums.swift.org/", title="Forums", tag_names=["language", "talk"])
    await bookmarks.async_create("https://old.example/", title="Old", is_archived=True)
    everything = await bookmarks.async_get_all()
    check(fits(everything, "list") and everything["count"] == 2, "the list leaves archived bookmarks out")
    check([one["title"] for one in everything["results"]] == ["Forums", "Swift.org"], "newest first")
    archived = await bookmarks.async_get_archived()
    check([one["url"] for one in archived["results"]] == ["https://old.example/"], "the archive")
    check(archived["results"][0]["is_archived"] and archived["results"][0]["tag_names"] == [], "an archived bookmark")
    for query, count in [("#language", 2), ("#talk", 1), ("#talk or #language", 2), ("#language and not #talk", 1), ("#nothing", 0),
                         ("forums", 1), ("forum", 1), ("nothing", 0), ("#talk (", 0), ("!untagged", 0), ("or", 0), ("swift site:swift.org", 2)]:
        found = await bookmarks.async_get_all(query=query)
        check(found["count"] == count, f"q={query}: {found['count']}")
    page = await bookmarks.async_get_all(limit=1, offset=0)
    check(page["next"] == f"{server.root}/linkding/api/bookmarks/?limit=1&offset=1" and page["previous"] is None, "the next page")
    last = await bookmarks.async_get_all(limit=1, offset=1)
    check(last["next"] is None and last["previous"] == f"{server.root}/linkding/api/bookmarks/?limit=1", "the last page")
    changed = await bookmarks.async_update(made["id"], title="New", tag_names=["other tag"], unread=True)
    check(changed["title"] == "New" and changed["tag_names"] == ["other-tag"] and changed["unread"], "an update")
    found = await bookmarks.async_get_all(query="#other-tag")
    check([one["id"] for one in found["results"]] == [made["id"]], "a tag with a space is found with a hyphen")
    kept = await bookmarks.async_update(made["id"], tag_names=["other-tag"])
    stored = json.loads(server.send("GET", f"/api/v1/items/{made['id']}")[2])
    check(stored["tags"] == ["other tag"] and not kept["unread"], "its name with a hyphen stays the same tag")
    check(await fails(RequestError, bookmarks.async_update(made["id"], url="https://forums.swift.org")), "a URL is used once")
    await bookmarks.async_archive(made["id"])
    check((await bookmarks.async_get_single(made["id"]))["is_archived"], "archive")
    await bookmarks.async_unarchive(made["id"])
    check(not (await bookmarks.async_get_single(made["id"]))["is_archived"], "unarchive")
    await bookmarks.async_delete(made["id"])
    check(await fails(RequestError, bookmarks.async_get_single(made["id"])), "a deleted bookmark is gone")
    tags = await client.tags.async_get_all()
    check(fits(tags, "list") and all(fits(one, "tag") for one in tags["results"]), "tags have linkding's fields")
    names = [one["name"] for one in tags["results"]]
    check("deep-learning" in names and "other-tag" in names and tags["count"] == len(names), f"tags: {names}")
    first = await client.tags.async_get_single(tags["results"][0]["id"])
    check(first == tags["results"][0], "one tag")
    check(await fails(RequestError, client.tags.async_create("x")), "a tag without a name, which aiolinkding sends, is an error")
    check(fits(await client.user.async_get_profile(), "profile"), "the profile")
    reader = await aiolinkding.async_get_client(server.root + "/linkding", server.token("read"))
    check((await reader.bookmarks.async_get_all())["count"] == 1, "a reader reads")
    check(await fails(RequestError, reader.bookmarks.async_create("https://x.example/")), "a reader doesn't write")
    nobody = await aiolinkding.async_get_client(server.root + "/linkding", "nonsense")
    check(await fails(InvalidTokenError, nobody.bookmarks.async_get_all()), "an invalid token")


def send(server, method, path, body=None, **options):
    status, headers, text = server.send(method, "/linkding/api" + path, body, kind=options.pop("kind", "Token"), **options)
    return status, headers, json.loads(text) if text else None


def attack(server):
    """Sends what a client wouldn't."""
    status, headers, body = send(server, "GET", "/bookmarks/", token="")
    check(status == 401 and headers["WWW-Authenticate"].startswith("Token") and set(body) == {"detail"}, "no token")
    check(server.send("GET", "/api/v1/items", kind="Token")[0] == 401, "'Token' is accepted only here")
    check(send(server, "GET", "/bookmarks/", kind="Bearer")[0] == 200, "'Bearer' is accepted, too")
    for method, path in [("DELETE", "/bookmarks/"), ("PUT", "/tags/"), ("POST", "/user/profile/"), ("GET", "/bookmarks/1/archive/")]:
        status, headers, body = send(server, method, path)
        check(status == 405 and "Allow" in headers and set(body) == {"detail"}, f"{method} {path} is 405")
    status, _, body = send(server, "GET", "/nothing/")
    check(status == 404 and set(body) == {"detail"}, "an unknown path")
    for number in ["999", "0", "-1", "x", "9" * 40]:
        status, _, body = send(server, "GET", f"/bookmarks/{number}/")
        check(status == 404 and set(body) == {"detail"}, f"bookmark {number[:5]} is 404")
    for body, field in [({}, "url"), ({"url": ""}, "url"), ({"url": 3}, "url"), ({"url": "x" * 5000}, "url"),
                        ({"url": "https://a.example/", "tag_names": "a"}, "tag_names"),
                        ({"url": "https://a.example/", "unread": "perhaps"}, "unread"), ({"url": "a file"}, "url"),
                        ({"url": "https://a.example/", "date_added": "soon"}, "date_added")]:
        status, _, answer = send(server, "POST", "/bookmarks/", body)
        check(status == 400 and list(answer) == [field] and "\n" not in answer[field][0], f"{str(body)[:60]} is an error of {field}")
    check(send(server, "POST", "/bookmarks/", {"url": "https://a.example/", "tag_names": [1]})[2] ==
          {"tag_names": {"0": ["Not a valid string."]}}, "errors of a list have positions")
    check(send(server, "POST", "/bookmarks/", {"url": "https://a.example/", "tag_names": ["\x1b[31m"]})[0] == 400, "an escape sequence")
    check(send(server, "POST", "/bookmarks/", b"{")[0] == 400, "broken JSON")
    check(send(server, "POST", "/bookmarks/", [1])[0] == 400, "another value")
    check(send(server, "POST", "/bookmarks/", b"url=x", headers={"Content-Type": "text/plain"})[0] == 415, "another type")
    check(send(server, "POST", "/bookmarks/", b'"' + b"x" * (1 << 20) + b'"')[0] == 413, "a large body")
    check(send(server, "GET", "/bookmarks/?q=" + "x" * 9000)[0] == 414, "a long URL")
    odd = ["a,b", "c/d", "<b>&\"", "читать", "#x", "%2F", "two words"]
    made = send(server, "POST", "/bookmarks/", {"url": "https://odd.example/", "tag_names": odd})[2]
    check(made["tag_names"] == ["a", "b", "c/d", "<b>&\"", "читать", "#x", "%2F", "two-words"], f"odd tags: {made['tag_names']}")
    check(send(server, "PATCH", f"/bookmarks/{made['id']}/", {"tag_names": made["tag_names"]})[2]["tag_names"] == made["tag_names"],
          "odd tags stay")
    check(send(server, "PUT", f"/bookmarks/{made['id']}/", {"title": "x"})[0] == 400, "PUT needs the URL")
    note = send(server, "PATCH", f"/bookmarks/{made['id']}/", {"notes": "x"})[2]["notes"]
    check(note == send(server, "PATCH", f"/bookmarks/{made['id']}/", {"notes": "x"})[2]["notes"] == "x", "notes aren't repeated")
    for query in ["limit=99999999999999999999", "limit=-1", "limit=x", "offset=99999999999999999999", "offset=x", "limit=0",
                  "added_since=nonsense", "modified_since=nonsense", "bundle=77", "bundle=x", "sort=x", "sort=modified_asc", "shared=x", "foo=bar", "q=%22"]:
        check(send(server, "GET", f"/bookmarks/?{query}")[0] == 200, f"?{query}")
    check(send(server, "GET", "/bookmarks/?q=%ff")[0] == 400, "invalid UTF-8")
    future, past = "2100-01-01T00:00:00Z", "2020-01-01T00:00:00Z"
    for name in ["added_since", "modified_since"]:
        counts = [send(server, "GET", f"/bookmarks/?{name}={time}")[2]["count"] for time in (past, future)]
        check(counts[0] > 0 and counts[1] == 0, f"{name}: {counts}")
    old = send(server, "POST", "/bookmarks/", {"url": "https://then.example/", "date_added": "2020-02-03T04:05:06Z"})[2]
    check(old["date_added"] == "2020-02-03T04:05:06Z", "a given time")
    found = [send(server, "GET", f"/bookmarks/?q=then&{name}=2021-01-01T00:00:00Z")[2]["count"] for name in ("added_since", "modified_since")]
    check(found == [0, 0], f"an old bookmark is old: {found}")
    send(server, "PATCH", f"/bookmarks/{old['id']}/", {"title": "now"})
    found = [send(server, "GET", f"/bookmarks/?q=then&{name}=2021-01-01T00:00:00Z")[2]["count"] for name in ("added_since", "modified_since")]
    check(found == [0, 1], f"a changed bookmark is old and changed: {found}")


def rest(server):
    """Reads bundles, checks and health, and uses tokens that are limited to sets."""
    check(json.loads(server.send("GET", "/linkding/health", token="")[2]) == {"status": "healthy", "version": "1.44.0"}, "health")
    server.send("PUT", "/api/v1/views/talks", {"q": "#talk"})
    bundles = send(server, "GET", "/bundles/")[2]
    check(fits(bundles, "list") and fits(bundles["results"][0], "bundle") and bundles["results"][0]["search"] == "#talk", "bundles")
    number = bundles["results"][0]["id"]
    check(send(server, "GET", f"/bundles/{number}/")[2] == bundles["results"][0], "one bundle")
    found = send(server, "GET", f"/bookmarks/?bundle={number}")[2]
    check(found["count"] == 1 and found["results"][0]["tag_names"] == ["language", "talk"], "the bookmarks of a bundle")
    for number in range(12):
        send(server, "POST", "/bookmarks/", {"url": f"https://zoo.example/{number}", "title": f"Zebra {number}", "tag_names": ["big animals"]})
    answer = send(server, "GET", "/bookmarks/check/?url=https%3A%2F%2Fzoo.example%2Fnew")[2]
    check(fits(answer, "check") and fits(answer["metadata"], "metadata"), "check has linkding's fields")
    check(answer["bookmark"] is None and answer["auto_tags"] == [], f"no rule adds tags: {answer['auto_tags']}")
    server.send("POST", "/api/v1/rules", {"q": "site:zoo.example", "tag": "big animals", "auto": True})
    answer = send(server, "GET", "/bookmarks/check/?url=https%3A%2F%2Fzoo.example%2Fnew")[2]
    check(answer["auto_tags"] == ["big-animals"], f"tags of automatic rules: {answer['auto_tags']}")
    answer = send(server, "GET", "/bookmarks/check/?url=https%3A%2F%2Fzoo.example%2F3")[2]
    check(answer["bookmark"]["title"] == "Zebra 3", "a known URL")
    check(send(server, "GET", "/bookmarks/check/")[0] == 400, "check without a URL")
    assets = send(server, "GET", f"/bookmarks/{answer['bookmark']['id']}/assets/")
    check(assets[0] == 200 and assets[2] == {"count": 0, "next": None, "previous": None, "results": []}, "no assets")
    made = send(server, "POST", "/bundles/", {"name": "fresh", "search": "x", "any_tags": "a b", "all_tags": "c"})
    check(made[0] == 201 and fits(made[2], "bundle") and made[2]["any_tags"] == "a b", "a new bundle")
    check(send(server, "DELETE", f"/bundles/{made[2]['id']}/")[0] == 204, "a deleted bundle")
    tag = send(server, "POST", "/tags/", {"name": "fresh"})
    check(tag[0] == 201 and fits(tag[2], "tag") and send(server, "POST", "/tags/", {"name": "Fresh"})[2] == tag[2], "a new tag, once")
    check(send(server, "GET", "/tags/?limit=5000")[0] == 200 and send(server, "GET", "/tags/999/")[0] == 404, "tags by number")
    server.send("POST", "/api/v1/sets", {"set": "mine", "tags": ["sea"]})
    guest = server.token("write", ["mine"])
    check(send(server, "GET", "/bookmarks/", token=guest)[2]["count"] == 0, "a limited token sees no other bookmarks")
    made = send(server, "POST", "/bookmarks/", {"url": "https://zoo.example/3", "tag_names": ["sea"]}, token=guest)[2]
    check(made["id"] != answer["bookmark"]["id"] and made["title"] == "", "it saves to its set")
    check([one["name"] for one in send(server, "GET", "/tags/", token=guest)[2]["results"]] == ["sea"], "it sees the tags of its set")
    check(send(server, "GET", f"/bookmarks/{answer['bookmark']['id']}/", token=guest)[0] == 404, "other bookmarks are 404")
    check(send(server, "GET", "/bundles/", token=guest)[2]["count"] == 0, "it sees no views")
    day = json.loads(server.send("POST", "/api/v1/items", {"title": "a day", "tags": ["sea"]})[2])["id"]
    link = send(server, "GET", f"/bookmarks/{day}/")[2]["url"]
    check(link == f"{server.root}/items/{day}", "an item without a location has the address of its page")
    send(server, "PUT", f"/bookmarks/{day}/", {"url": link, "title": "the day"})
    send(server, "POST", "/bookmarks/", {"url": link, "tag_names": ["sea", "rain"]})
    item = json.loads(server.send("GET", f"/api/v1/items/{day}")[2])
    check("location" not in item and item["title"] == "the day" and item["tags"] == ["sea", "rain"], "and keeps having none")


def main():
    for space in [None, "ann"]:
        print(f"with {'spaces' if space else 'one database'}")
        server = Server(sys.argv[1], space)
        try:
            asyncio.run(use(server))
            rest(server)
            attack(server)
            if space:
                check(server.send("GET", server.url + "/linkding/api/bookmarks/", kind="Token")[0] == 404, "no bookmarks outside spaces")
                check(server.send("GET", server.url + "/spaces/bob/linkding/api/bookmarks/", kind="Token", token="x")[0] == 401,
                      "another space")
        finally:
            server.stop()
    sys.exit(client_server.failures > 0)


if __name__ == "__main__":
    main()
