#!/usr/bin/env python3
"""Plays years of spaces on many machines, with nodes that fail, and checks what the rules promise:

  two owners        nothing is written to a space by a node whose lock another one has been given
  lost              what was acknowledged is in the file
  applied twice     a toggle is applied once at most
  unavailable       a space that is asked for answers again within a bounded time of each failure

  simulate.py [--nodes 1000] [--years 10] [--seed 1] [--break RULE]

--break plays without one of the rules, to see that the checks find it: lock, fencing, errors, retries,
eviction, closing, health.
The exit code is 1 where a check failed. Latencies are those that were measured; rates of failures are assumed, and high."""

import argparse
import bisect
import collections
import dataclasses
import math
import random
import sys

YEAR = 365 * 86_400.0
# Failures of a node in a year.
RATES = {"crash": 6, "restart": 12, "death": 1, "freeze": 3, "storage cut": 2, "proxy cut": 2}
RELEASE = 0.04  # seconds until the locks of a process that was killed are free; measured
SESSION = 30.0  # seconds without a sign of life after which the file system may evict a client; set
EVICTION = 5.0  # seconds more until it does, at most; measured: 35 in all
FENCED = 0.8  # seconds in which the cluster manager's hook evicts a dead machine; measured
HOOK = 0.9  # how often the hook works; assumed
CHECKS = (4.0, 6.0)  # seconds until the proxy takes a node for down: three checks, 2 s apart; and for up again
HANG = 10.0  # seconds after which the proxy gives a request up
STORAGE_LIMIT = 5.0  # seconds after which a server gives up on the storage
REMOUNT = 5.0  # seconds until a client that was evicted has a new session
IDLE = 60.0  # seconds without a request after which a server closes a space
RETRY = 1.0  # what Retry-After says
TRIES = 4  # how many nodes the proxy asks
# The longest time without an answer for each failure that an outage meets: the node is given up, its lock runs out, a client comes again.
BOUND = max(SESSION + EVICTION, IDLE) + STORAGE_LIMIT + HANG + CHECKS[1] + RETRY


@dataclasses.dataclass
class Incident:
    kind: str
    start: float
    end: float
    evicted: float  # when the file system evicts the node's client; infinite: never
    seen: float  # from when to when the proxy takes the node for down
    back: float


class Node:
    """What befalls a node, in the order of time; incidents of a node do not overlap."""

    def __init__(self):
        self.incidents, self.starts = [], []

    def add(self, incident):
        at = bisect.bisect(self.starts, incident.start)
        before = self.incidents[at - 1] if at else None
        after = self.incidents[at] if at < len(self.incidents) else None
        if before and before.back + REMOUNT + 1 > incident.start or after and incident.back + REMOUNT + 1 > after.start:
            return False
        self.incidents.insert(at, incident)
        self.starts.insert(at, incident.start)
        return True

    def last(self, time):
        """The incident that began last."""
        at = bisect.bisect(self.starts, time) - 1
        return (at, self.incidents[at]) if at >= 0 else (-1, None)

    def process(self, time):
        """Which process serves, by the number of the incident that began it; the last one that ended a process."""
        at, _ = self.last(time)
        while at >= 0 and self.incidents[at].kind not in ("crash", "restart", "death"):
            at -= 1
        return at

    def session(self, time):
        """Which session with the file system it has: a new one for each process, and after each eviction."""
        at, incident = self.last(time)
        if at >= 0 and incident.evicted < math.inf and time < incident.end + REMOUNT:
            at -= 1 if incident.kind in ("freeze", "storage cut") else 0
        while at >= 0:
            incident = self.incidents[at]
            if incident.kind in ("crash", "restart", "death") or incident.evicted < math.inf:
                return at
            at -= 1
        return -1

    def is_evicted(self, session, time):
        """Whether the file system has ended a session, or its process has."""
        at, _ = self.last(time)
        for incident in self.incidents[session + 1:at + 1]:
            if incident.evicted <= time:
                return True
        return False


class Space:
    """A space that is asked for while its nodes fail."""

    def __init__(self, play, home):
        self.play = play
        self.nodes = [home] + play.random.sample(range(len(play.nodes)), TRIES)
        self.holder = None  # the node and the session that have the lock
        self.open = {}  # node: (process, session, last request), as the node's process believes
        self.applied = collections.Counter()
        self.failing = None  # since when it does not answer
        self.request = 0

    def let_go(self, time):
        """Frees the lock if its session has ended, or its node has closed the space meanwhile."""
        if self.holder is None:
            return
        number, session = self.holder
        node = self.play.nodes[number]
        process, _, asked = self.open.get(number, (None, None, math.inf))
        incident = node.last(time)[1]
        is_able = not (incident and incident.start <= time < incident.end and incident.kind in ("freeze", "storage cut"))
        is_closed = is_able and process == node.process(time) and asked + IDLE < time and not self.play.breaks("closing")
        if is_closed:
            del self.open[number]
        if is_closed or node.is_evicted(session, time):
            self.holder = None

    def write(self, number, session, request, time):
        """Writes to the file; whether the file system lets it."""
        node = self.play.nodes[number]
        if node.is_evicted(session, time) and not self.play.breaks("fencing"):
            return False
        if self.holder != (number, session):
            self.play.found("two owners", f"node {number} wrote to a space that is node {self.holder[0]}'s", time)
        self.applied[request] += 1
        if self.applied[request] > 1:
            self.play.found("applied twice", f"request {request} of a space of node {self.nodes[0]}", time)
        return True

    def handle(self, number, request, time):
        """What a node answers: ok, busy (503), refused (no connection), failed (500), or hang."""
        node = self.play.nodes[number]
        incident = node.last(time)[1]
        if incident and incident.start <= time < incident.end:
            if incident.kind in ("crash", "restart", "death"):
                return "refused"
            if incident.kind == "proxy cut":
                return "refused"
            if incident.kind == "freeze":
                # It is in the node's socket, and is read when the node goes on.
                self.play.later.append((incident.end + 0.001, self, number, request))
                return "hang"
            if number in self.open and self.open[number][0] == node.process(time):
                # The write waits for the storage, which has it or not when the node is back.
                self.play.later.append((incident.end + 0.001, self, number, request))
                return "hang"
            return "busy"
        return self.serve(number, request, time)

    def serve(self, number, request, time):
        node = self.play.nodes[number]
        process, session, _ = self.open.get(number, (None, None, None))
        if process != node.process(time):
            session = node.session(time)
            if node.is_evicted(session, time):
                return "busy"
            self.let_go(time)
            if self.holder not in (None, (number, session)) and not self.play.breaks("lock"):
                return "busy"
            self.holder = self.holder or (number, session)
        self.open[number] = (node.process(time), session, time)
        if self.write(number, session, request, time):
            return "ok"
        if self.play.breaks("errors"):
            return "ok"
        # An error of the storage closes the space.
        del self.open[number]
        return "failed"

    def ask(self, time, in_flight=False):
        """A client's toggle by way of the proxy; when it may come again, or None after an answer."""
        self.request += 1
        up = [number for number in self.nodes if self.play.is_up(number, time)] or self.nodes
        now = time
        for number in up[:TRIES]:
            answer = self.handle(number, self.request, now)
            if answer == "ok" and in_flight and number == self.nodes[0]:
                answer = "hang"
            if answer == "ok":
                if not self.applied[self.request]:
                    self.play.found("lost", f"request {self.request} was acknowledged by node {number}", now)
                self.answered(now)
                return None
            if answer == "hang":
                now += min(HANG, STORAGE_LIMIT if not in_flight else 0)
            if answer in ("hang", "failed") and not self.play.breaks("retries"):
                # It may have been applied, so nobody sends it again.
                break
        if self.failing is None:
            self.failing = time
        return now + RETRY

    def answered(self, time):
        if self.failing is None:
            return
        took = time - self.failing
        incidents = sum(self.play.met(number, self.failing - BOUND, time) for number in self.nodes)
        if took > BOUND * max(1, incidents):
            self.play.found("unavailable", f"{took:.0f} s, with {incidents} failures of its nodes", time)
        self.play.outages.append(took)
        self.failing = None


class Play:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.nodes = [Node() for _ in range(options.nodes)]
        self.later, self.outages, self.requests = [], [], 0
        self.findings = collections.defaultdict(list)

    def breaks(self, rule):
        return self.options.breaks == rule

    def found(self, check, what, time):
        self.findings[check].append(f"{check}: day {time / 86_400:.3f}: {what}")

    def is_up(self, number, time):
        incident = self.nodes[number].last(time)[1]
        return not (incident and incident.seen <= time < incident.back)

    def met(self, number, start, end):
        node = self.nodes[number]
        at = bisect.bisect(node.starts, end)
        return sum(1 for incident in node.incidents[max(0, at - 10):at] if incident.back > start)

    def incident(self, kind, start):
        length = {"crash": 2.0, "restart": 3.0, "death": self.random.uniform(300, 86_400)}.get(kind)
        length = length or math.exp(self.random.uniform(0, math.log(600)))
        evicted = math.inf
        if kind == "death":
            evicted = start + (FENCED if self.random.random() < HOOK else SESSION + self.random.uniform(0, EVICTION))
        elif kind == "crash":
            evicted = start + RELEASE
        elif kind == "restart":
            evicted = start
        elif kind in ("freeze", "storage cut"):
            evicted = start + SESSION + self.random.uniform(0, EVICTION)
        if kind not in ("crash", "restart"):
            evicted = math.inf if self.breaks("eviction") or evicted > start + length and kind != "death" else evicted
        seen = start if kind == "restart" else start + self.random.uniform(*CHECKS)
        back = start + length + self.random.uniform(*CHECKS)
        if kind == "storage cut":
            # A node that gives up on its storage says so when the proxy asks how it is.
            seen += math.inf if self.breaks("health") else STORAGE_LIMIT
        if seen > start + length:
            # It is over before the proxy has seen it.
            seen = back = start + length
        return Incident(kind, start, start + length, evicted, seen, back)

    def run(self):
        kinds, rates = list(RATES), list(RATES.values())
        count = int(len(self.nodes) * self.options.years * sum(rates))
        spaces = []
        for _ in range(count):
            home = self.random.randrange(len(self.nodes))
            first = self.incident(self.random.choices(kinds, rates)[0], self.random.uniform(600, self.options.years * YEAR))
            if not self.nodes[home].add(first):
                continue
            space = Space(self, home)
            spaces.append((first, space))
            if self.random.random() < 0.1:
                # Troubles come in company: the node that takes over fails too.
                again = first.start + self.random.uniform(0, 40)
                self.nodes[space.nodes[1]].add(self.incident(self.random.choices(kinds, rates)[0], again))
        for first, space in spaces:
            self.watch(space, first)
        return len(spaces)

    def watch(self, space, first):
        """Asks a space around the beginning and the end of an incident of its node."""
        self.later = []
        time, before_failure = 0.0, True
        windows = [(first.start - 20, first.start + 150), (max(first.end - 20, first.start + 150), first.back + 60)]
        for start, end in windows:
            time = max(time, start)
            while time < end or space.failing is not None and time < end + 100 * BOUND:
                while self.later and min(self.later)[0] <= time:
                    at, waiting, number, request = min(self.later, key=lambda entry: entry[0])
                    self.later.remove((at, waiting, number, request))
                    if self.nodes[number].process(at) == waiting.open.get(number, (None,))[0]:
                        waiting.serve(number, request, at)
                in_flight = first.kind in ("crash", "death") and before_failure and time >= first.start - 0.02
                self.requests += 1
                again = space.ask(min(time, first.start - 0.001) if in_flight else time, in_flight)
                if again is not None:
                    time = max(again, time + RETRY)
                else:
                    after = time + self.random.expovariate(1 / 10)
                    time = min(after, first.start - 0.01) if time < first.start - 0.02 < after else after
                before_failure = before_failure and not in_flight
            if space.failing is not None:
                self.found("unavailable", f"it never answered again, {first.kind}", time)
                space.failing = None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=1_000)
    parser.add_argument("--years", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--break", dest="breaks", choices=["lock", "fencing", "errors", "retries", "eviction", "closing", "health"])
    options = parser.parse_args()
    if options.nodes <= TRIES or options.years <= 0:
        sys.exit(f"simulate.py: there are more than {TRIES} nodes, and more than 0 years")
    play = Play(options)
    incidents = play.run()
    outages = sorted(play.outages) or [0.0]
    at = {share: outages[min(len(outages) - 1, int(len(outages) * share))] for share in (0.5, 0.9, 0.99)}
    print(f"{options.nodes} nodes, {options.years:g} years, seed {options.seed}: {incidents} failures, {play.requests} requests")
    print(f"outages of a space: {len(play.outages)}; half within {at[0.5]:.1f} s, 90 % within {at[0.9]:.1f} s, 99 % within {at[0.99]:.1f} s, "
          f"longest {outages[-1]:.1f} s; bound {BOUND:.0f} s for each failure")
    for check in ("two owners", "lost", "applied twice", "unavailable"):
        print(f"{check}: {len(play.findings[check])}")
        for finding in play.findings[check][:3]:
            print(f"  {finding}")
    sys.exit(1 if any(play.findings.values()) else 0)


main()
