"""How fast a cluster is on one machine: ratios in one run, which say nothing of networks."""

import http.client
import statistics
import tempfile
import threading
import time

import nodes

SECONDS = 6


def measured(cluster):
    """The measurements as lines of text."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        local = nodes.Node(0, f"{cluster.programs}/tagflow-server", folder, f"{cluster.folder}/log").start()
        disk, ceph = latencies(local), latencies(cluster.nodes[0])
        local.kill()
    for name, times in (("local disk", disk), ("CephFS", ceph)):
        lines.append(f"a toggle on {name}: median {statistics.median(times) * 1e3:.2f} ms, p99 {percentile(times, 99) * 1e3:.2f} ms")
    lines.append(f"ratio of the medians: {statistics.median(ceph) / statistics.median(disk):.1f}")
    for count in (1, 2, 3):
        running = cluster.nodes[:count]
        for node in cluster.nodes[count:]:
            if node.process.poll() is None:
                node.stop()
        for node in running:
            if node.process.poll() is not None:
                node.start()
        time.sleep(3)
        lines.append(f"{count} node{'s' * (count > 1)}: {rate(cluster.proxy.port):.0f} toggles a second of 24 spaces")
    return "\n".join(lines)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, len(times) * share // 100)]


def prepare(connection, space):
    """Makes a space with a tag to toggle; each request is tried until it succeeds."""
    for method, path, body in [("POST", "/spaces", {"space": space}),
                               ("POST", f"/spaces/{space}/api/v1/tags", {"tag": "toggled", "sets": ["default"]})]:
        while nodes.send(connection, method, path, body)[0] not in (201, 409):
            time.sleep(0.1)


def latencies(node, count=400):
    """How long toggles take, one after the other."""
    connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
    prepare(connection, "latency")
    times = []
    for number in range(count + 20):
        begun = time.monotonic()
        status = nodes.send(connection, "PATCH", "/spaces/latency/api/v1/sets/default/selection", {"toggle": ["toggled"]})[0]
        if status != 200:
            raise RuntimeError(f"a toggle was answered {status}")
        if number >= 20:
            times.append(time.monotonic() - begun)
    return times


def rate(port, spaces=24):
    """How many toggles a second as many clients get, each of a space of its own."""
    counts = [0] * spaces
    end = threading.Event()

    def work(number):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        prepare(connection, f"rate{number}")
        path = f"/spaces/rate{number}/api/v1/sets/default/selection"
        barrier.wait()
        while not end.is_set():
            if nodes.send(connection, "PATCH", path, {"toggle": ["toggled"]})[0] == 200:
                counts[number] += 1

    barrier = threading.Barrier(spaces + 1)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(spaces)]
    for thread in threads:
        thread.start()
    barrier.wait()
    begun = time.monotonic()
    time.sleep(SECONDS)
    end.set()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.monotonic() - begun)
