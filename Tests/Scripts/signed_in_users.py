#!/usr/bin/env python3
"""Puts nginx with passwords before a server that takes the names of users from it, as `--user-header` does.

  Tests/Scripts/signed_in_users.py .build/debug/tagflow-server

Prints a line for each check; the exit code is 1 if one failed. Without nginx, nothing is checked, and the exit code is 77.
"""

import base64
import concurrent.futures
import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import client_server
from client_server import ADMIN, check

NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
# The proxy connects from an address of its own, so that a request from 127.0.0.1 isn't from the proxy.
PROXY = "127.0.0.2"
SAME = {"Sec-Fetch-Site": "same-origin"}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Connection(http.client.HTTPConnection):
    """A connection to a port, or to a socket file."""

    def __init__(self, place):
        super().__init__("127.0.0.1", place if isinstance(place, int) else 80, timeout=60)
        self.place = place

    def connect(self):
        if isinstance(self.place, int):
            return super().connect()
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.place)
        return None


def send(place, method, path, body=None, **headers):
    """Sends a request; returns its status, header and text."""
    connection = Connection(place)
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    data = None if body is None else json.dumps(body)
    if data:
        fields["Content-Type"] = "application/json"
    connection.request(method, path, data, fields)
    response = connection.getresponse()
    return response.status, response.headers, response.read().decode()


def password(user):
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:secret".encode()).decode()}


class World:
    """A server behind nginx, which asks for a password below '/', and believes X-Test-User below its second port."""

    def __init__(self, program, *options, listens_on_socket=False, trusted=PROXY):
        self.folder = tempfile.TemporaryDirectory()
        path = self.folder.name
        self.server_place = path + "/socket" if listens_on_socket else free_port()
        self.front, self.open = free_port(), free_port()
        address = f"unix:{self.server_place}" if listens_on_socket else f"127.0.0.1:{self.server_place}"
        content = [] if "--spaces" in options else ["--database", path + "/tags.sqlite"]
        options = [option.replace("SPACES", path) for option in options]
        environment = dict(os.environ, TAGFLOW_ADMIN_TOKEN=ADMIN, HOME=path, SWIFT_BACKTRACE="enable=no")
        self.server = subprocess.Popen(
            [program, "--listen", address, "--user-header", "Remote-User", "--trusted-proxy", trusted, *content, *options],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while "sign in" not in self.server.stderr.readline():
            pass
        self.start_nginx(f"http://unix:{self.server_place}" if listens_on_socket else f"http://{address}")

    def start_nginx(self, upstream):
        folder = pathlib.Path(self.folder.name)
        (folder / "passwords").write_text("ann:{PLAIN}secret\nbob:{PLAIN}secret\n")
        (folder / "passwords").chmod(0o644)
        proxy = f"""
            proxy_pass {upstream};
            {"" if "unix:" in upstream else f"proxy_bind {PROXY};"}
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
        """
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        (folder / "nginx.conf").write_text(f"""
            {"user root;" if os.getuid() == 0 else ""}
            daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
            events {{}}
            http {{
                access_log off; {temporary}
                server {{
                    listen 127.0.0.1:{self.front};
                    auth_basic tags; auth_basic_user_file {folder}/passwords;
                    location / {{ {proxy} proxy_set_header Remote-User $remote_user; }}
                }}
                server {{
                    listen 127.0.0.1:{self.open};
                    location / {{ {proxy} proxy_set_header Remote-User $http_x_test_user; }}
                }}
            }}
        """)
        self.nginx = subprocess.Popen([NGINX, "-c", f"{folder}/nginx.conf", "-p", str(folder)], stderr=subprocess.DEVNULL)
        for port in (self.front, self.open):
            for _ in range(200):
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(.05)

    def ask(self, user, method, path, body=None, **headers):
        """Sends a request as a user with a password."""
        return send(self.front, method, path, body, **password(user), **headers)

    def named(self, name, path, **headers):
        """Sends a request for which the proxy has found a name."""
        return send(self.open, "GET", path, None, **({"X-Test-User": name} if name else {}), **headers)

    def stop(self):
        for process in (self.nginx, self.server):
            process.terminate()
            process.wait()
        self.folder.cleanup()


ITEM = {"location": "https://swift.org/", "tags": ["swift"]}
INVALID = ["Ann", "Ann Example", "ann@example.org", "../ann", "ann/bob", "a" * 65, "änn", "ann;", "ann, bob", "%61nn"]


def checks_of_access(world, root, scope):
    """Checks what holds with and without spaces; 'scope' is that of a user."""
    items = f"{root}/api/v1/items"
    check(send(world.front, "GET", items)[0] == 401, "nginx asks for a password")
    check(world.ask("ann", "GET", items)[0] == 200, "a user reads")
    check(world.ask("ann", "POST", items, ITEM, **{"Sec-Fetch-Site": "same-origin"})[0] == 201, "a user writes from this server's page")
    host = f"127.0.0.1:{world.front}"
    check(world.ask("ann", "POST", items, ITEM, Origin=f"http://{host}")[0] == 200, "the origin may show that")
    check(world.ask("ann", "POST", items, ITEM)[0] == 403, "a change without either is refused")
    for headers in [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}]:
        for method, body in [("POST", ITEM), ("GET", None)]:
            check(world.ask("ann", method, items, body, **headers)[0] == 403, f"{method} of another site: {headers}")
    check(world.ask("ann", "GET", f"{root}/api/v1/tokens")[0] == (200 if scope == "admin" else 403), f"a user has the scope {scope}")
    made = world.ask("ann", "POST", f"{root}/api/v1/connections", {"name": "extension", "scope": "write"}, **SAME)
    check(made[0] == 201, "a user connects another program")
    token = {"Authorization": "Bearer " + json.loads(made[2])["token"]}
    check(send(world.open, "POST", items, ITEM, **token)[0] == 200, "its token is valid behind the proxy, too")
    check(send(world.open, "POST", items, ITEM, X_Test_User="bob", **token)[0] == 200, "a token counts more than a name")
    check(world.ask("ann", "GET", f"{root}/linkding/api/bookmarks/")[0] == 200, "linkding's API knows the user")
    check(world.ask("ann", "GET", f"{root}/v1/posts/add?url=https://evil.example/&description=x")[0] == 401, "Pinboard's needs a token")
    check(world.ask("ann", "GET", "/metrics")[0] == (403 if root else 200), "the metrics")
    check(world.ask("ann", "POST", "/spaces", {"space": "x"}, **SAME)[0] == (403 if root else 404), "a user creates no spaces by request")
    for name in INVALID:
        status, _, text = world.named(name.encode().decode("latin-1"), items)
        check(status == 403 and "\n" not in json.loads(text)["detail"], f"the name {name[:20]!r} is 403")
    check(world.named(None, items)[0] == 401, "without a name, a token is needed")
    for name in ["ann", "Ann Example"]:
        check(send(world.server_place, "GET", items, None, Remote_User=name)[0] == 401, f"a field '{name}' from another address is ignored")
        check(send(world.server_place, "GET", items, None, Remote_User=name, X_Forwarded_For=PROXY)[0] == 401, "also with X-Forwarded-For")
    check(world.ask("ann", "GET", items, None, Remote_User="bob")[0] == 200, "nginx replaces a field of the client")
    for _ in range(15):
        send(world.open, "GET", items)
    check(world.ask("ann", "GET", items)[0] == 200, "failed attempts of others don't lock a user out")


def one_database(program):
    print("with one database")
    world = World(program)
    try:
        checks_of_access(world, "", "write")
        check(world.ask("bob", "GET", "/api/v1/items")[2] == world.ask("ann", "GET", "/api/v1/items")[2], "users share the database")
    finally:
        world.stop()


def spaces(program):
    print("with spaces")
    world = World(program, "--spaces", "SPACES")
    try:
        status, _, text = world.ask("ann", "GET", "/spaces/ann/api/v1/items")
        check(status == 404 and "ann" in json.loads(text)["detail"], "a space isn't created without --create-spaces")
        check(send(world.server_place, "POST", "/spaces", {"space": "ann"}, Authorization=f"Bearer {ADMIN}")[0] == 201, "the admin creates it")
        checks_of_access(world, "/spaces/ann", "admin")
        bodies = [world.ask("ann", "GET", f"/spaces/{name}/api/v1/items") for name in ("bob", "nobody")]
        send(world.server_place, "POST", "/spaces", {"space": "bob"}, Authorization=f"Bearer {ADMIN}")
        send(world.server_place, "GET", "/spaces/bob/api/v1/items", None, Authorization=f"Bearer {ADMIN}")
        bodies.append(world.ask("ann", "GET", "/spaces/bob/api/v1/items"))
        check({(status, text) for status, _, text in bodies} == {(403, bodies[0][2])}, "other spaces look alike, open, closed or missing")
        status, headers, _ = world.ask("ann", "GET", "/?q=x")
        check(status == 303 and headers["Location"] == "/spaces/ann?q=x", "the start page leads to the space")
        check(world.ask("ann", "DELETE", "/spaces/ann", **SAME)[0] == 403, "a user doesn't delete the space")
    finally:
        world.stop()


def created_spaces(program):
    print("with --create-spaces")
    world = World(program, "--spaces", "SPACES", "--create-spaces")
    try:
        status, _, text = world.ask("ann", "GET", "/spaces/bob/api/v1/items")
        check(status == 403 and not os.path.exists(world.folder.name + "/bob.sqlite"), "nobody creates the space of another user")
        check(world.ask("ann", "GET", "/spaces/ann/api/v1/items", **{"Sec-Fetch-Site": "cross-site"})[0] == 403
              and not os.path.exists(world.folder.name + "/ann.sqlite"), "nor does another site")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _: world.ask("ann", "GET", "/spaces/ann/api/v1/items")[0], range(16)))
        check(found == [200] * 16 and os.path.exists(world.folder.name + "/ann.sqlite"), f"the first requests create the space: {found}")
        check(world.named("new_user-1", "/spaces/new_user-1/linkding/api/bookmarks/")[0] == 200, "so does a client of linkding")
        for name in INVALID:
            check(world.named(name.encode().decode("latin-1"), "/spaces/ann/api/v1/items")[0] == 403, f"{name[:20]!r} is 403")
        check(sorted(name for name in os.listdir(world.folder.name) if name.endswith(".sqlite")) == ["ann.sqlite", "new_user-1.sqlite"],
              "there are no other spaces")
        check(send(world.server_place, "GET", "/spaces/carl/api/v1/items", None, Remote_User="carl")[0] == 401
              and not os.path.exists(world.folder.name + "/carl.sqlite"), "nor creates anybody else a space")
    finally:
        world.stop()


def socket_file(program):
    print("over a socket file")
    world = World(program, listens_on_socket=True, trusted="unix")
    try:
        check(world.ask("ann", "GET", "/api/v1/items")[0] == 200, "with --trusted-proxy unix")
        check(world.ask("ann", "POST", "/api/v1/items", ITEM)[0] == 403, "the rules for other sites hold")
    finally:
        world.stop()
    world = World(program, listens_on_socket=True)
    try:
        check(world.named("ann", "/api/v1/items")[0] == 401, "not with another trusted proxy")
        check(send(world.server_place, "GET", "/api/v1/items", None, Remote_User="ann")[0] == 401, "nor directly")
    finally:
        world.stop()


def options(program):
    print("options")
    for arguments in [["--user-header", "Remote-User"], ["--user-header", "a b", "--trusted-proxy", "::1"],
                      ["--user-header", "Authorization", "--trusted-proxy", "::1"], ["--create-spaces"],
                      ["--user-header", "Remote-User", "--trusted-proxy", "::1", "--create-spaces"], ["--unread-tag", ""]]:
        done = subprocess.run([program, "--database", "/nowhere/x.sqlite", *arguments], capture_output=True, text=True, timeout=60)
        check(done.returncode == 64 and "Error: " in done.stderr, f"{' '.join(arguments)}: {done.stderr.splitlines()[:1]}")


def main():
    if not NGINX:
        print("nginx isn't installed")
        sys.exit(77)
    program = os.path.abspath(sys.argv[1])
    for part in [one_database, spaces, created_spaces, socket_file, options]:
        part(program)
    sys.exit(client_server.failures > 0)


if __name__ == "__main__":
    main()
