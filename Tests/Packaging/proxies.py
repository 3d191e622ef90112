#!/usr/bin/env python3
"""Runs the complete examples for nginx and Caddy of Documentation/sign-in.md before a server on a socket file.

  Tests/Packaging/proxies.py [SERVER]    # the program, by default .build/debug/tagflow-server

The examples run as they are written, except for names that need the outside: the socket, the certificate, the passwords and the port.
Prints a line for each check; the exit code is 1 if one failed. A proxy that isn't installed is left out; without any, the code is 77.
"""

import base64
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).parent.parent.parent
PAGE = (ROOT / "Documentation/sign-in.md").read_text()
ADMIN = "the admin's own token"
failures = 0


def check(holds, what):
    global failures
    failures += not holds
    print("ok   " if holds else "FAIL ", what, flush=True)


def example(language):
    """The only example in a language."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)
    assert len(found) == 1, f"{len(found)} examples for {language}"
    return found[0]


def replaced(text, *pairs):
    for old, new in pairs:
        assert old in text, f"the example has no {old!r}"
        text = text.replace(old, new)
    return text


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def basic(user, password):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


class Server:
    """A server with spaces on a socket file, as the page starts it."""

    def __init__(self, program, folder):
        self.socket = f"{folder}/tagflow.sock"
        options = replaced(re.search(r"tagflow-server (--listen unix:.*)", PAGE)[1],
                           ("/run/tagflow/tagflow.sock", self.socket), ("/srv/tags", f"{folder}/spaces")).split()
        environment = dict(os.environ, TAGFLOW_ADMIN_TOKEN=ADMIN, HOME=folder, SWIFT_BACKTRACE="enable=no")
        self.process = subprocess.Popen([program, *options], env=environment, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "sign in once" in line:
                return
        sys.exit("the server doesn't start")

    def stop(self):
        self.process.kill()
        self.process.wait()


class Proxy:
    """A proxy on a port, with TLS whose certificate isn't checked."""

    def __init__(self, command, port):
        self.port = port
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                if self.send("GET", "/healthz", Authorization="Bearer x")[0]:
                    return
            except OSError:
                time.sleep(0.1)
        sys.exit(f"{command[0]} doesn't start")

    def send(self, method, path, body=None, **fields):
        """Sends a request; returns its status and its body."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("localhost", self.port, timeout=60, context=context)
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        if body is not None:
            fields["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), fields)
        response = connection.getresponse()
        return response.status, response.read().decode()

    def stop(self):
        self.process.terminate()
        self.process.wait()


def nginx(folder, upstream):
    port = free_port()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost", "-keyout",
                    f"{folder}/key.pem", "-out", f"{folder}/certificate.pem"], check=True, capture_output=True)
    site = replaced(example("nginx"), ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"), ("tags.example;", "localhost;"),
                    ("/etc/ssl/tags.example.pem", f"{folder}/certificate.pem"), ("/etc/ssl/tags.example.key", f"{folder}/key.pem"),
                    ("/etc/nginx/passwords", f"{folder}/passwords"), ("/run/tagflow/tagflow.sock", upstream))
    passwords = pathlib.Path(folder, "passwords")
    passwords.write_text("ann:{PLAIN}secret\n")
    passwords.chmod(0o644)
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    user = "user root;" if os.getuid() == 0 else ""
    pathlib.Path(folder, "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{site}\n}}\n")
    return Proxy([shutil.which("nginx"), "-c", f"{folder}/nginx.conf", "-p", folder], port)


def caddy(folder, upstream):
    port = free_port()
    made = subprocess.run(["caddy", "hash-password", "--plaintext", "secret"], check=True, capture_output=True, text=True).stdout.strip()
    site = replaced(example("caddyfile"), ("tags.example {", f"https://localhost:{port} {{"), ("/run/tagflow/tagflow.sock", upstream))
    site, count = re.subn(r"ann \$2a\$\S+", lambda _: f"ann {made}", site)
    assert count == 1
    options = "{\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\tadmin off\n}\n"
    pathlib.Path(folder, "Caddyfile").write_text(options + site)
    os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
    return Proxy([shutil.which("caddy"), "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"], port)


def use(proxy, name):
    """Sends the requests of people, apps and strangers."""
    ann = basic("ann", "secret")
    api, linkding, pinboard = "/spaces/ann/api/v1", "/spaces/ann/linkding/api/bookmarks/", "/spaces/ann/v1/posts"
    check(proxy.send("GET", "/")[0] == 401, f"{name}: without a password nothing opens")
    check(proxy.send("GET", "/", Authorization=basic("ann", "wrong"))[0] == 401, f"{name}: a wrong password opens nothing")
    check(proxy.send("GET", f"{api}/items", Authorization=ann)[0] == 200, f"{name}: ann signs in, and her space is created")
    check(proxy.send("GET", f"{api}/items", Authorization=ann, Remote_User="ben")[0] == 200, f"{name}: ann stays ann")
    check(proxy.send("GET", "/spaces/ben/api/v1/items", Authorization=ann, Remote_User="ben")[0] == 403, f"{name}: ann isn't ben")
    made = proxy.send("POST", f"{api}/tokens", {"name": "phone", "scope": "write"}, Authorization=ann,
                      Origin=f"https://localhost:{proxy.port}")
    check(made[0] == 201, f"{name}: ann makes a token: {made}")
    token = json.loads(made[1])["token"]
    bookmark = {"url": "https://swift.org/", "title": "Swift", "tag_names": ["language"]}
    saved = proxy.send("POST", linkding, bookmark, Authorization=f"Token {token}")
    check(saved[0] == 201, f"{name}: a client of linkding saves a bookmark: {saved}")
    found = proxy.send("GET", f"{linkding}?q=swif", Authorization=f"Token {token}")
    check(found[0] == 200 and json.loads(found[1])["count"] == 1, f"{name}: and finds it: {found}")
    check(proxy.send("GET", f"{api}/items", Authorization=f"Bearer {token}")[0] == 200, f"{name}: an app reads with the token")
    posts = proxy.send("GET", f"{pinboard}/get?format=json&url=https://swift.org/&auth_token=ann:{token}")
    check(posts[0] == 200 and "Swift" in posts[1], f"{name}: a client of Pinboard reads: {posts}")
    # The server makes an address wait after ten failures.
    for kind in ["Bearer", "token"]:
        for path in [f"{api}/items", linkding]:
            status = proxy.send("GET", path, Authorization=f"{kind} x", Remote_User="ann")[0]
            check(status == 401, f"{name}: '{kind}' doesn't let a visitor name a user at {path}: {status}")
    for credentials in [{}, {"Authorization": ann}, {"Authorization": basic("ann", "wrong")}]:
        status = proxy.send("GET", f"{pinboard}/get", Remote_User="ann", **credentials)[0]
        check(status == 401, f"{name}: nor does the path of Pinboard's API: {status}")
    check(proxy.send("GET", "/v1/../spaces/ann/api/v1/items", Remote_User="ann")[0] in (400, 401, 404), f"{name}: nor a path with dots")
    check(proxy.send("GET", f"/spaces/ann/v1/%2e%2e/api/v1/items", Remote_User="ann")[0] in (400, 401, 404), f"{name}: nor an encoded one")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/debug/tagflow-server")
    os.environ["PATH"] += ":/usr/sbin"
    kinds = [kind for kind in (nginx, caddy) if shutil.which(kind.__name__)]
    if not kinds:
        print("neither nginx nor Caddy is installed")
        sys.exit(77)
    for kind in kinds:
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            server = Server(program, folder)
            proxy = None
            try:
                proxy = kind(folder, server.socket)
                use(proxy, kind.__name__)
            finally:
                if proxy:
                    proxy.stop()
                server.stop()
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
