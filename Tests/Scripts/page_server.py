#!/usr/bin/env python3
"""A development server for the page: its files as they are on disk, and everything else from a tagflow-server.

  page_server.py PORT TAGFLOW_SERVER_URL [--base-path /tags]

Open the sign-in link of the tagflow-server with this server's port, or start it with TAGFLOW_ADMIN_TOKEN and set the same variable
here: then every request without a cookie or token is sent with that token.
"""

import argparse
import http.client
import http.server
import json
import os
import pathlib
import re
import urllib.parse

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Sources/HTTPService/Page"
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'self'; "
          "worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'")
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
         ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json", ".json": "application/json"}
VIEWS = {"": "items", "add": "add", "tags": "tags", "review": "review", "stats": "stats", "settings": "settings", "connect": "connect", "items": "items", "board": "board"}


def page_of(path):
    """The name of the HTML file for a path below the base path; None if it isn't a view's."""
    path = re.sub(r"^/spaces/[^/]+", "", path) or "/"
    first, _, rest = path[1:].partition("/")
    if first not in VIEWS or (rest and first not in ("items", "board")):
        return None
    return VIEWS[first] + ".html"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path
        # The tag input's own name is that of its bundle.
        path = path.replace("/tagflow.js", "/tag_input.js")
        if path.startswith(self.server.base + "/") or path == self.server.base:
            path = path[len(self.server.base):] or "/"
            page = page_of(path)
            # The server sends its files from the base path only; spaces share them.
            file = FOLDER / (page or re.sub(r"^/(spaces/[^/]+/|assets/[^/]+/)?", "", path))
            if file.suffix in TYPES and file.is_file() and file.parent == FOLDER:
                return self.send_file(file, re.match(r"(/spaces/[^/]+)?", path)[0])
        self.forward()

    def send_file(self, file, space):
        body = file.read_bytes()
        if file.suffix in (".html", ".webmanifest"):
            language = self.headers.get("Accept-Language", "en")[:2].lower()
            places = {"base": self.server.base, "root": self.server.base + space, "assets": self.server.base + "/assets/0", "modules": "", "fetches": "false", "language": language if (FOLDER / f"text_{language}.js").exists() else "en"}
            for name, place in places.items():
                body = body.replace(b"{%s}" % name.encode(), place.encode())
        elif file.suffix == ".js":
            # As the server does when it joins modules.
            body = re.sub(rb'"\{(\w+\.css)\}"', lambda name: json.dumps((FOLDER / name[1].decode()).read_text("utf-8")).encode(), body)
        self.send_response(200)
        self.send_header("Content-Type", TYPES[file.suffix])
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Access-Control-Allow-Origin", "*")
        if file.suffix == ".html":
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def forward(self):
        target = self.server.target
        connection = http.client.HTTPConnection(target.hostname, target.port, timeout=600)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")}
        headers["Host"] = target.netloc
        # Pages of other origins remain such pages.
        if headers.get("Origin") == f"http://{self.headers['Host']}":
            headers["Origin"] = f"{target.scheme}://{target.netloc}"
        token = os.environ.get("TAGFLOW_ADMIN_TOKEN")
        if token and not headers.get("Cookie") and not headers.get("Authorization"):
            headers["Authorization"] = f"Bearer {token}"
        size = int(self.headers.get("Content-Length") or 0)
        connection.request(self.command, self.path, self.rfile.read(size) if size else None, headers)
        answer = connection.getresponse()
        self.send_response(answer.status)
        has_length = answer.getheader("Content-Length") is not None or answer.status in (204, 304)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "date", "server"):
                self.send_header(name, value)
        if not has_length:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        while self.command != "HEAD" and (part := answer.read1(65536)):
            self.wfile.write(part)
            self.wfile.flush()
        connection.close()

    do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = forward
    do_HEAD = do_GET

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (BrokenPipeError, ConnectionResetError, ConnectionRefusedError):
            self.close_connection = True

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", type=int)
    parser.add_argument("server")
    parser.add_argument("--base-path", default="")
    options = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.daemon_threads = True
    server.target = urllib.parse.urlsplit(options.server)
    server.base = options.base_path.rstrip("/")
    print(f"http://127.0.0.1:{server.server_port}{server.base}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
