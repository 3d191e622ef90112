#!/usr/bin/env python3
"""Serves pages that a reader of pages must cope with, on a free port of 127.0.0.1, and prints the port.

With "tls", it serves over TLS with a certificate that nobody trusts. It ends when its standard input does.
"""

import gzip
import http.server
import pathlib
import socketserver
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zlib

PAGE = "<!DOCTYPE html><title>A page</title><p>Some text"
requests = []


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def send(self, body, type="text/html; charset=utf-8", status=200, fields=()):
        body = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        if type:
            self.send_header("Content-Type", type)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def begin(self, type="text/html; charset=utf-8", fields=()):
        """A response without a length, which ends with the connection."""
        self.send_response(200)
        if type:
            self.send_header("Content-Type", type)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def do_HEAD(self):
        """Only pages with a name that begins so are implemented; other requests get 501."""
        if self.path.startswith("/head-"):
            self.do_GET()
        else:
            self.send_error(501)

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        values = dict(urllib.parse.parse_qsl(address.query))
        name = address.path.strip("/").replace("-", "_")
        if name != "requests":
            requests.append(self.path if self.command == "GET" else f"{self.command} {self.path}")
        action = getattr(self, "page_" + name.split("/")[0], None)
        if not action:
            return self.send("<title>Not found</title>", status=404)
        try:
            action(values)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def page_page(self, values):
        self.send(PAGE)

    def page_requests(self, values):
        self.send("\n".join(requests), "text/plain")

    def page_echo(self, values):
        """The request's own header."""
        text = "".join(f"{name}: {value}\n" for name, value in self.headers.items())
        self.send(text, "text/plain; charset=utf-8", fields=[("Set-Cookie", "a=b")])

    def page_body(self, values):
        """The given bytes, in hexadecimal, with the given type."""
        self.send(bytes.fromhex(values["hex"]), values.get("type"))

    def page_status(self, values):
        self.send(PAGE, status=int(values["code"]))

    def page_head_status(self, values):
        """One status for HEAD and another for GET."""
        self.send(PAGE, status=int(values["head" if self.command == "HEAD" else "get"]))

    def page_head_closed(self, values):
        """Closes the connection, but only for HEAD."""
        if self.command == "GET":
            self.send(PAGE)
        self.close_connection = True

    def page_busy(self, values):
        """Asks to wait: always, or for the given number of requests."""
        times = sum(request.split(" ")[-1] == self.path for request in requests)
        if times > int(values.get("times", 1_000)):
            return self.send(PAGE)
        fields = [("Retry-After", values["after"])] if "after" in values else []
        self.send("", status=int(values.get("code", "429")), fields=fields)

    def page_redirect(self, values):
        self.send("<title>Elsewhere</title>", status=int(values.get("code", "302")), fields=[("Location", values["to"])])

    def page_chain(self, values):
        """Redirects so many times."""
        left = int(values["left"])
        to = f"/chain?left={left - 1}" if left > 1 else "/page"
        self.send("", status=301, fields=[("Location", to)])

    def page_loop(self, values):
        self.send("", status=302, fields=[("Location", "/other-loop"), ("Set-Cookie", "seen=1")])

    def page_other_loop(self, values):
        self.send("", status=302, fields=[("Location", "/loop")])

    def page_endless_redirect(self, values):
        """A redirect with an endless body."""
        self.send_response(302)
        self.send_header("Location", "/page")
        self.end_headers()
        self.close_connection = True
        while True:
            self.wfile.write(b"x" * 65536)

    def page_silent(self, values):
        time.sleep(120)

    def page_slow(self, values):
        """A byte at a time; with a title first if asked to."""
        self.begin()
        self.wfile.write(PAGE.encode() if "title" in values else b"<p>")
        while True:
            self.wfile.write(b"x")
            self.wfile.flush()
            time.sleep(0.05)

    def page_slow_header(self, values):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            self.wfile.write(b"X-Slow: 1\r\n")
            self.wfile.flush()
            time.sleep(0.05)

    def page_long_header(self, values):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            self.wfile.write(b"X-Long: " + b"x" * 1000 + b"\r\n")

    def page_many_interim(self, values):
        while True:
            self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")

    def page_endless(self, values):
        self.begin()
        self.wfile.write(PAGE.encode())
        while True:
            self.wfile.write(b"<p>more text " * 5000)

    def page_bomb(self, values):
        """A page and 300 MB of text in 300 kB, compressed twice if asked to."""
        encoding = values.get("encoding", "gzip")
        self.begin(fields=[("Content-Encoding", encoding)])
        layers = [zlib.compressobj(1, wbits=31) for _ in encoding.split(",")]
        piece = PAGE.encode()
        for _ in range(300):
            for layer in layers:
                piece = layer.compress(piece) + layer.flush(zlib.Z_SYNC_FLUSH)
            self.wfile.write(piece)
            piece = b"a" * (1 << 20)

    def page_empty_blocks(self, values):
        """Compressed data without end that contains nothing."""
        self.begin(fields=[("Content-Encoding", "gzip")])
        self.wfile.write(bytes.fromhex("1f8b0800000000000003"))
        while True:
            self.wfile.write(bytes.fromhex("000000ffff") * 10000)

    def page_zipped(self, values):
        self.send(gzip.compress(PAGE.encode()), fields=[("Content-Encoding", "gzip")])

    def page_bad_zip(self, values):
        self.send(b"this isn't compressed", fields=[("Content-Encoding", "gzip")])

    def page_picture(self, values):
        """A picture without end."""
        self.begin("image/png")
        while True:
            self.wfile.write(b"\x89PNG" * 20000)

    def page_cut(self, values):
        """Less than the announced length."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.wfile.write(PAGE.encode() if "title" in values else b"<p>only")
        self.close_connection = True

    def page_garbage(self, values):
        self.wfile.write(b"\x00\x01 what is this\r\n\r\n")
        self.close_connection = True

    def page_closed(self, values):
        self.close_connection = True

    def page_large_title(self, values):
        self.send("<title>" + "long title " * 40000 + "</title>")

    def page_deep(self, values):
        self.send("<title>Deep</title>" + "<div>" * 90000 + "bottom")

    def page_attributes(self, values):
        """One element with 100,000 attributes."""
        names = "".join(f" a{number:x}" for number in range(70000))
        self.send(f"<title>Many</title><p{names}>text")

    def page_unclosed(self, values):
        """Elements whose ends the parser looks for in a deep stack."""
        self.send("<title>Unclosed</title>" + "<b><i>" * 250 + "</u></s>" * 50000)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, address):
        pass


def secure(server):
    """Wraps the server's socket in TLS with a certificate made for it."""
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = (str(pathlib.Path(folder) / name) for name in ("key", "certificate"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-keyout", key, "-out", certificate],
            check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)


server = Server(("127.0.0.1", 0), Handler)
if "tls" in sys.argv:
    secure(server)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
