"""What the rows of the HTTP benchmark share: programs that are started, loads by wrk and h2load, and the table."""
import json, os, re, signal, socket, statistics, subprocess, sys, time, urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = int(os.environ.get('TAGFLOW_BENCH_SECONDS', '8'))


def row(work, ours, theirs, ratio, bar, met):
    print(f'| {work} | {ours} | {theirs} | {ratio} | {bar} | {"yes" if met else "no"} |', flush=True)


def missing(work, bar, why):
    print(f'| {work} | not available: {why} | | | {bar} | |', flush=True)


class Server:
    """A running tagflow-server, with a token for it."""

    def __init__(self, tagflow, program, database, scope='write', options=()):
        self.database = database
        made = subprocess.run([tagflow, '--database', database, 'token', 'new', f'bench {time.time()}', '--scope', scope,
                               '--format', 'json'], check=True, capture_output=True)
        self.token = json.loads(made.stdout)['token']
        start = time.perf_counter()
        self.process = subprocess.Popen([program, '--database', database, '--listen', '127.0.0.1:0', '--token-rate', '1000000000',
                                         *options], stderr=subprocess.PIPE, env={**os.environ, 'SWIFT_BACKTRACE': 'enable=no'})
        line = self.process.stderr.readline().decode()
        self.start = time.perf_counter() - start
        found = re.search(r'http://([^:]+):(\d+)', line)
        if not found: raise SystemExit(f'the server did not start: {line}')
        self.host, self.port = found.group(1), int(found.group(2))

    @property
    def url(self): return f'http://{self.host}:{self.port}'

    def memory(self):
        """Bytes that are resident and the process's own."""
        for line in open(f'/proc/{self.process.pid}/status'):
            if line.startswith('VmRSS'): return int(line.split()[1]) * 1024

    def processor(self):
        """Seconds of processor time that were used."""
        fields = open(f'/proc/{self.process.pid}/stat').read().rsplit(')', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')

    def client(self):
        return Client(self.host, self.port, self.token)

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


class Client:
    """One kept connection that asks a question at a time; of an answer only the status and the length are read."""

    def __init__(self, host, port, token):
        self.connection = socket.create_connection((host, port))
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # How long the questions took inside the server's process, in seconds, as it tells.
        self.inside = []
        self.fields = f'Host: {host}:{port}\r\nAuthorization: Bearer {token}\r\n'

    def ask(self, path, method='GET', body=None):
        length = f'Content-Type: application/json\r\nContent-Length: {len(body)}\r\n' if body else ''
        request = f'{method} {path} HTTP/1.1\r\n{self.fields}{length}\r\n'.encode() + (body or b'')
        start = time.perf_counter()
        self.connection.sendall(request)
        head, found, text = b'', b'', b''
        while not found:
            head += self.received()
            head, found, text = head.partition(b'\r\n\r\n') if b'\r\n\r\n' in head else (head, b'', b'')
        size = re.search(rb'(?i)\r\ncontent-length: *(\d+)', head)
        if not size: raise SystemExit(f'{path}: an answer without a length')
        while len(text) < int(size.group(1)): text += self.received()
        took = time.perf_counter() - start
        inside = re.search(rb'(?i)\r\nserver-timing: *question;dur=([\d.]+)', head)
        if inside: self.inside.append(float(inside.group(1)) / 1e3)
        return took, int(head[9:12]), text

    def received(self):
        piece = self.connection.recv(1 << 16)
        if not piece: raise SystemExit('the server closed the connection')
        return piece

    def median(self, paths):
        times = []
        for path in paths:
            took, status, text = self.ask(path)
            if status != 200: raise SystemExit(f'{path}: {status} {text[:200]}')
            times.append(took)
        return statistics.median(times)


def wrk(url, paths, folder, connections, token=None, method=None, bodies=None, seconds=SECONDS):
    """Requests a second of as many connections, and how many failed."""
    named = f'{folder}/paths'
    open(named, 'w').write('\n'.join(paths) + '\n')
    environment = {**os.environ, 'PATHS': named}
    if token: environment['TOKEN'] = token
    if method: environment['METHOD'] = method
    if bodies:
        environment['BODIES'] = f'{folder}/bodies'
        open(environment['BODIES'], 'w').write('\n'.join(bodies) + '\n')
    done = subprocess.run(['wrk', '-t', str(min(2, connections)), '-c', str(connections), '-d', f'{seconds}s', '--timeout', '10s',
                           '-s', f'{HERE}/paths.lua', url], env=environment, check=True, capture_output=True, text=True)
    requests, duration, failed, _ = map(int, re.search(r'RESULT (\d+) (\d+) (\d+) (\d+)', done.stdout).groups())
    if failed: raise SystemExit(f'{failed} of {requests} requests failed: {url}{paths[0]}')
    return requests / (duration / 1e6)


def paced(url, paths, folder, rate, token=None, connections=8, seconds=SECONDS):
    """The 99th percentile of the latency at a steady rate, in seconds."""
    uris, log = f'{folder}/uris', f'{folder}/latencies'
    count = rate * seconds
    open(uris, 'w').write(''.join(f'{url}{path}\n' for path in paths))
    if os.path.exists(log): os.remove(log)
    command = ['h2load', '--h1', '-c', str(connections), '-t', '1', '-n', str(count - count % connections),
               '--rps', str(rate / connections), '--log-file', log, '-i', uris]
    if token: command += ['-H', f'Authorization: Bearer {token}']
    subprocess.run(command, check=True, capture_output=True)
    times = sorted(int(line.split('\t')[2]) for line in open(log))
    return times[len(times) * 99 // 100] / 1e6


def percent(name): return urllib.parse.quote(name, safe='')
