#!/usr/bin/env python3
"""Uses a server with pinboard, a client of Pinboard, and sends it what no client would.

  .ci/clients && PYTHONPATH=.build/clients Tests/Scripts/pinboard_client.py .build/debug/tagflow-server

Prints a line for each check; the exit code is 1 if one failed.
"""

import datetime
import json
import sys
import urllib.parse
import xml.etree.ElementTree

import pinboard
import pinboard.pinboard as library

import client_server
from client_server import ADMIN, Server, check


def fails(code, request):
    """Tells whether a request is refused with a result code."""
    try:
        request()
    except pinboard.PinboardError as error:
        return str(error) == code
    return False


def use(server):
    library.PINBOARD_API_ENDPOINT = server.root + "/v1/"
    client = pinboard.Pinboard("ann:" + server.token("write"))
    before = client.posts.update()
    check(isinstance(before, datetime.datetime), "the time of the last change")
    done = client.posts.add(url="https://swift.org/", description="Swift", extended="a language\nfor everything",
                            tags=["language", "deep-learning"], toread=True, dt=datetime.datetime(2026, 1, 31, 8, 30))
    check(done is True, "a bookmark is added")
    post = client.posts.get(url="https://swift.org/")["posts"][0]
    check((post.description, post.extended, post.tags) == ("Swift", "a language\nfor everything", ["language", "deep-learning"]), "its fields")
    check(post.toread and not post.shared and post.time == datetime.datetime(2026, 1, 31, 8, 30), "its states and time")
    check(len(post.hash) == 32 and len(post.meta) == 32, "its digests")
    check(fails("item already exists", lambda: client.posts.add(url="https://swift.org/", description="x", replace=False)),
          "an existing bookmark isn't replaced with replace=no")
    check(client.posts.get(url="https://swift.org/")["posts"][0].description == "Swift", "and stays")
    client.posts.add(url="https://swift.org/", description="Swift.org", tags=["language"], replace=True)
    post = client.posts.get(url="https://swift.org/")["posts"][0]
    check((post.description, post.extended, post.tags, post.toread) == ("Swift.org", "", ["language"], False),
          "replacing clears the fields that weren't sent")
    post.tags.append("deep-learning")
    post.save()
    stored = json.loads(server.send("GET", "/api/v1/items?q=site:swift.org")[2])["items"][0]
    check(stored["tags"] == ["language", "deep-learning"], "a bookmark is changed")
    server.send("POST", "/api/v1/items", {"location": "https://a.example/", "title": "A", "tags": ["two words"]})
    check(client.posts.get(url="https://a.example/")["posts"][0].tags == ["two-words"], "a tag with a space has a hyphen")
    client.posts.add(url="https://a.example/", description="A", tags=["two-words"])
    stored = json.loads(server.send("GET", "/api/v1/items?q=site:a.example")[2])["items"][0]
    check(stored["tags"] == ["two words"], "and stays the same tag")
    check([one.url for one in client.posts.recent(count=1)["posts"]] == ["https://a.example/"], "the newest bookmark")
    check([one.url for one in client.posts.recent(tag=["two-words"])["posts"]] == ["https://a.example/"], "with a tag")
    check(client.posts.recent(tag=["unknown"])["posts"] == [], "with an unknown tag")
    check([one.url for one in client.posts.get(dt=datetime.datetime(2026, 1, 31))["posts"]] == ["https://swift.org/"], "those of a day")
    check([one.url for one in client.posts.get()["posts"]] == ["https://a.example/"], "those of the last day")
    check([one.url for one in client.posts.all()] == ["https://a.example/", "https://swift.org/"], "all bookmarks")
    check([one.url for one in client.posts.all(start=1, results=1)] == ["https://swift.org/"], "a part of them")
    check([one.url for one in client.posts.all(fromdt="2026-02-01T00:00:00Z")] == ["https://a.example/"], "those since a time")
    check([one.url for one in client.posts.all(todt="2026-02-01T00:00:00Z")] == ["https://swift.org/"], "those before a time")
    dates = client.posts.dates()["dates"]
    check(dates[datetime.date(2026, 1, 31)] == 1 and sum(dates.values()) == 2, f"the dates: {dates}")
    check([(one.name, one.count) for one in client.tags.get()] == [("deep-learning", 1), ("language", 1), ("two-words", 1)], "the tags")
    check(client.tags.rename(old="two-words", new="three words") == {"result": "done"}, "a tag is renamed")
    check(client.tags.rename(old="three-words", new="language") == {"result": "done"}, "a tag is merged")
    check([(one.name, one.count) for one in client.tags.get()] == [("deep-learning", 1), ("language", 2)], "the tags afterwards")
    check(client.tags.delete(tag="deep-learning") == {"result": "done"}, "a tag is deleted")
    check(client.tags.delete(tag="deep-learning")["result"] != "done", "an unknown tag isn't")
    for number in range(12):
        client.posts.add(url=f"https://zoo.example/{number}", description=f"Zebra {number}", tags=["animals"])
    found = client.posts.suggest(url="https://zoo.example/new")
    check(found[0]["popular"] == [] and "animals" in found[1]["recommended"], f"suggestions: {found}")
    check(client.posts.update() >= before, "the time of the last change moves on")
    check(client.posts.get(url="https://a.example/")["posts"][0].delete() is True, "a bookmark is deleted")
    check(fails("item not found", lambda: client.posts.delete(url="https://a.example/")), "once")
    reader = pinboard.Pinboard("ann:" + server.token("read"))
    check(len(reader.posts.all()) == 13, "a reader reads")
    for request in [lambda: reader.posts.add(url="x", description="x"), lambda: reader.posts.delete(url="x"),
                    lambda: reader.tags.delete(tag="language"), lambda: reader.tags.rename(old="language", new="x")]:
        try:
            request()
            check(False, "a reader doesn't write")
        except pinboard.PinboardForbiddenError:
            check(True, "a reader doesn't write")
    try:
        pinboard.Pinboard("ann:nonsense").posts.all()
        check(False, "an invalid token")
    except pinboard.PinboardAuthenticationError:
        check(True, "an invalid token")


def send(server, method, path, headers=None, token=ADMIN, **parameters):
    if token:
        parameters["auth_token"] = "ann:" + token
    query = urllib.parse.urlencode(parameters)
    return server.send(method, f"/v1{path}?{query}", token=None, headers=headers)


def read(server, path, **parameters):
    """Returns the element of a response in XML."""
    return xml.etree.ElementTree.fromstring(send(server, "GET", path, **parameters)[2])


def attack(server):
    """Reads XML, and sends what a client wouldn't."""
    odd = "<b> & \"quotes\" 'x' ]]> читать 日本 \u0001\u0007\u001b[31m\ufffe"
    result = read(server, "/posts/add", url="https://odd.example/?a=1&b=<2>", description=odd, extended="one\r\ntwo\tthree\u0000\u0085",
                  tags="<b> &amp; a,b \"x\"")
    check(result.tag == "result" and result.get("code") == "done", "a title with every kind of character")
    post = read(server, "/posts/get", url="https://odd.example/?a=1&b=<2>").find("post")
    check(post.get("href") == "https://odd.example/?a=1&b=<2>" and post.get("description").startswith("<b> & \"quotes\""), "as XML")
    check(post.get("tag").split() == ["<b>", "&amp;", "a", "b", "\"x\""], f"odd tags: {post.get('tag')}")
    check("\n" in post.get("extended") and "three" in post.get("extended"), "lines of a note")
    for path in ["/posts/get", "/posts/recent", "/posts/all", "/posts/dates"]:
        root = read(server, path, tag="\u0001<&\">\n", dt="2026-01-31")
        check(root.get("tag") is None or "<&\">\n" in root.get("tag"), f"{path}: the parameters are escaped")
    for path in ["/posts/get", "/posts/recent", "/posts/all", "/posts/dates", "/posts/update", "/posts/suggest", "/tags/get"]:
        status, headers, _ = send(server, "GET", path, url="https://odd.example/")
        check(status == 200 and headers["Content-Type"].startswith("text/xml") and headers["Cache-Control"] == "no-store", path)
        status, headers, text = send(server, "GET", path, url="https://odd.example/", format="json")
        check(status == 200 and headers["Content-Type"] == "application/json" and json.loads(text) is not None, f"{path} as JSON")
    for path, parameters, code in [
            ("/posts/add", {"description": "x"}, "missing url"), ("/posts/add", {"url": "https://a.example/"}, "must provide title"),
            ("/posts/delete", {}, "missing url"), ("/posts/suggest", {}, "missing url"), ("/posts/delete", {"url": "x"}, "item not found")]:
        check(read(server, path, **parameters).get("code") == code, f"{path}: {code}")
    for path, parameters in [("/tags/delete", {}), ("/tags/delete", {"tag": "unknown"}), ("/tags/rename", {"old": "x"}),
                             ("/tags/rename", {"old": "unknown", "new": "x"})]:
        root = read(server, path, **parameters)
        check(root.tag == "result" and root.text not in ("done", "", None) and "\n" not in root.text, f"{path}: {root.text}")
    for parameters in [{"dt": "soon"}, {"url": "x" * 4500}, {"tags": "x" * 1200}, {"tags": "\x1b[31m"}, {"url": "a\x07b"}]:
        fields = {"url": "https://a.example/", "description": "x", **parameters}
        answer = json.loads(send(server, "GET", "/posts/add", format="json", **fields)[2])["result_code"]
        check(answer != "done" and "\n" not in answer and "\x1b" not in answer, f"{str(parameters)[:40]}: {answer[:60]}")
    read(server, "/posts/add", url="https://later.example/", description="x", dt="2100-01-01T00:00:00Z")
    check(read(server, "/posts/get", url="https://later.example/").find("post").get("time") < "2100", "a time in the future is now")
    for parameters in [{"count": "9" * 30}, {"count": "0"}]:
        check(read(server, "/posts/recent", **parameters).tag == "posts", f"recent {str(parameters)[:20]}")
    for parameters in [{"results": "9" * 30}, {"start": "9" * 30}, {"start": "5", "results": "0"}]:
        check(read(server, "/posts/all", **parameters).tag == "posts", f"all {str(parameters)[:20]}")
    for path, parameters in [("/posts/recent", {"count": "x"}), ("/posts/all", {"start": "-1"}), ("/posts/all", {"fromdt": "x"})]:
        check(read(server, path, **parameters).get("code") not in ("done", None), f"{path} {parameters} is an error")
    for method in ["POST", "PUT", "DELETE", "HEAD"]:
        status, headers, _ = send(server, method, "/posts/add", url="https://b.example/", description="x")
        check(status == 405 and headers["Allow"] == "GET, OPTIONS", f"{method} is 405")
    check(read(server, "/posts/get", url="https://b.example/").find("post") is None, "and saves nothing")
    check(send(server, "GET", "/posts/nothing")[0] == 404, "an unknown method")
    check(send(server, "GET", "/posts/all", tag="x" * 9000)[0] == 414, "a long URL")
    status, headers, text = send(server, "GET", "/posts/all", token=None)
    check(status == 401 and "WWW-Authenticate" in headers and "code" in xml.etree.ElementTree.fromstring(text).keys(), "no token")
    check(server.send("GET", "/v1/posts/all")[0] == 401, "'Authorization' isn't accepted here")
    check(send(server, "GET", "/posts/all", token=None, headers={"Cookie": f"tagflow_session_{server.url.split(':')[2]}={ADMIN}"})[0] == 401, "a cookie isn't")
    check(server.send("GET", f"/api/v1/items?auth_token=ann:{ADMIN}".replace(" ", "%20"), token=None)[0] == 401, "'auth_token' only here")
    check(send(server, "GET", "/posts/all", token="")[0] == 401 and server.send("GET", "/v1/posts/all?auth_token=x", token=None)[0] == 401,
          "a token without a name")
    server.send("POST", "/api/v1/sets", {"set": "mine", "tags": ["sea"]})
    guest = server.token("write", ["mine"])
    check(len(read(server, "/posts/all", token=guest)) == 0 and len(read(server, "/tags/get", token=guest)) == 0, "a limited token sees nothing else")
    check(read(server, "/posts/delete", token=guest, url="https://later.example/").get("code") == "item not found", "nor deletes it")
    check(send(server, "GET", "/tags/delete", token=guest, tag="sea")[0] == 403, "nor changes tags everywhere")
    check(read(server, "/posts/add", token=guest, url="https://later.example/", description="mine", tags="sea").get("code") == "done", "it adds")
    check([one.get("description") for one in read(server, "/posts/all", token=guest)] == ["mine"], "and sees that")
    lines = "".join(json.dumps({"location": f"https://many.example/{number}", "title": str(number), "tags": ["many"]}) + "\n"
                    for number in range(1_001))
    server.send("POST", "/api/v1/import", lines.encode(), headers={"Content-Type": "application/x-ndjson"})
    check(len(read(server, "/posts/all", tag="many")) == 1_001, "a list of several parts")
    many = json.loads(send(server, "GET", "/posts/all", tag="many", format="json", results="999")[2])
    check(len({one["href"] for one in many}) == 999, "a list of several parts as JSON")


def main():
    for space in [None, "ann"]:
        print(f"with {'spaces' if space else 'one database'}")
        server = Server(sys.argv[1], space)
        try:
            use(server)
            attack(server)
        finally:
            server.stop()
    sys.exit(client_server.failures > 0)


if __name__ == "__main__":
    main()
