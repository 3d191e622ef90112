"""A file system of Ceph on this machine alone: a monitor, a manager, three storage daemons, two metadata servers, and mounts that
stand for machines. It takes some 20 seconds and 400 MB of memory, needs root and /dev/fuse, and the packages of `.ci/setup cluster`."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid

SCALE = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "Scale")
PROGRAMS = ["ceph-mon", "ceph-mgr", "ceph-osd", "ceph-mds", "ceph-fuse", "ceph", "monmaptool", "haproxy", "strace"]
NAME = "tags"

# Small files and short patience, where Ceph expects disks and networks. A monitor that finds this machine's disk nearly full goes on.
SETTINGS = """[global]
fsid = {fsid}
mon host = v2:127.0.0.1:{port}
ms bind msgr1 = false
ms bind ipv6 = false
public addr = 127.0.0.1
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
auth allow insecure global id reclaim = false
keyring = {folder}/keyring
run dir = {folder}/run
admin socket = {folder}/run/$cluster-$name.$pid.asok
log file = {folder}/log/$name.log
crash dir = {folder}/log
osd pool default size = 3
osd pool default min size = 2
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon max pg per osd = 1000
mon data avail crit = 1
mon data avail warn = 1
mon osd reporter subtree level = osd
mon osd adjust heartbeat grace = false
mon warn on pool no redundancy = false
osd heartbeat grace = 6
osd heartbeat interval = 2
osd objectstore = bluestore
bluestore block size = 8589934592
bluestore block create = true
bluestore block preallocate file = false
bluestore cache autotune = false
bluestore cache size = 134217728
bluestore rocksdb options = compression=kNoCompression,max_write_buffer_number=4,min_write_buffer_number_to_merge=1,\
recycle_log_file_num=4,write_buffer_size=16777216,max_total_wal_size=134217728,writable_file_max_buffer_size=0,max_background_jobs=2
bluestore fsck on mount = false
osd memory target = 939524096
osd class dir = {libraries}/rados-classes
erasure code dir = {libraries}/ceph/erasure-code
[client]
log file = {folder}/log/client.log
[mon.a]
mon data = {folder}/mon
"""


def missing():
    """Why there can be no such file system here; None where there can."""
    if os.geteuid() != 0:
        return "it takes root"
    if not os.path.exists("/dev/fuse"):
        return "there is no /dev/fuse"
    try:
        os.close(os.open("/dev/fuse", os.O_RDWR))
    except OSError as error:
        return f"/dev/fuse cannot be used: {error.strerror}"
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True).returncode != 0:
            return "nothing can be mounted"
        subprocess.run(["umount", folder], check=True)
    programs = [program for program in PROGRAMS if not shutil.which(program)]
    return f"{', '.join(programs)} not installed; run .ci/setup cluster" if programs else None


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


class CephFS:
    """The file system, with the processes that make it up by their names: mon, osd0 to osd2, mdsa and mdsb, fuse1 and so on."""

    def __init__(self, folder, mounts=3):
        self.folder = folder
        self.mounts = mounts
        self.processes = {}
        self.commands = {}
        self.environment = {**os.environ, "CEPH_CONF": f"{folder}/ceph.conf", "PYTHONWARNINGS": "ignore"}

    def mount(self, number):
        """Where a machine has the file system."""
        return f"{self.folder}/m{number}"

    # Processes

    def start(self, name, *command):
        """Starts a process, or starts it again as it was."""
        self.commands[name] = command or self.commands[name]
        with open(f"{self.folder}/log/{name}.out", "ab") as log:
            self.processes[name] = subprocess.Popen(self.commands[name], stdout=log, stderr=log, env=self.environment)

    def signal(self, name, number):
        self.processes[name].send_signal(number)

    def kill(self, name):
        process = self.processes[name]
        process.kill()
        process.wait()

    def run(self, *command, check=True, seconds=60, text=None):
        """Runs a command of Ceph's; what it printed."""
        result = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=seconds, input=text)
        if check and result.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: {result.stderr[-500:]}")
        return result.stdout

    def ceph(self, *words, **options):
        return self.run("ceph", *words, **options)

    def wait(self, what, condition, seconds=60):
        end = time.monotonic() + seconds
        while True:
            try:
                if condition():
                    return
            except (RuntimeError, subprocess.TimeoutExpired, ValueError, KeyError, OSError):
                pass
            if time.monotonic() > end:
                raise RuntimeError(f"{what}: not within {seconds} s")
            time.sleep(0.2)

    # Beginning and end

    def up(self):
        for name in ["mon", "mgr", "run", "log", "mds/a", "mds/b"] + [f"m{n + 1}" for n in range(self.mounts)]:
            os.makedirs(f"{self.folder}/{name}")
        fsid, port = str(uuid.uuid4()), free_port()
        libraries = f"/usr/lib/{os.uname().machine}-linux-gnu"
        with open(f"{self.folder}/ceph.conf", "w") as file:
            file.write(SETTINGS.format(fsid=fsid, port=port, folder=self.folder, libraries=libraries))
            for number in range(3):
                file.write(f"[osd.{number}]\nosd data = {self.folder}/osd{number}\n")
        keyring = f"{self.folder}/keyring"
        self.run("ceph-authtool", "-C", keyring, "--gen-key", "-n", "mon.", "--cap", "mon", "allow *")
        everything = [word for part in ("mon", "osd", "mgr", "mds") for word in ("--cap", part, "allow *")]
        self.run("ceph-authtool", keyring, "--gen-key", "-n", "client.admin", *everything)
        self.run("monmaptool", "--create", "--fsid", fsid, "--addv", "a", f"[v2:127.0.0.1:{port}]", f"{self.folder}/monmap")
        self.run("ceph-mon", "-i", "a", "--mkfs", "--monmap", f"{self.folder}/monmap", "--keyring", keyring)
        self.start("mon", "ceph-mon", "-i", "a", "-f")
        self.wait("the monitor", lambda: self.ceph("-s", seconds=5))
        self.make_daemons()
        for number in range(self.mounts):
            node = number + 1
            self.ceph("fs", "authorize", NAME, f"client.node{node}", "/", "rw", "-o", f"{self.folder}/node{node}.keyring")
            self.attach(node)
        return self

    def make_daemons(self):
        key = f"{self.folder}/mgr/keyring"
        self.ceph("auth", "get-or-create", "mgr.x", "mon", "profile mgr", "osd", "allow *", "mds", "allow *", "-o", key)
        # Without a manager nobody knows how full the file system is.
        self.start("mgr", "ceph-mgr", "-i", "x", "-f", "--keyring", key, "--mgr_data", f"{self.folder}/mgr")
        for number in range(3):
            folder, secret = f"{self.folder}/osd{number}", self.run("ceph-authtool", "--gen-print-key").strip()
            identity = str(uuid.uuid4())
            os.makedirs(folder)
            self.ceph("osd", "new", identity, str(number), "-i", "-", text=json.dumps({"cephx_secret": secret}))
            key = f"{folder}/keyring"
            self.run("ceph-authtool", "--create-keyring", key, "--name", f"osd.{number}", "--add-key", secret)
            self.run("ceph-osd", "-i", str(number), "--mkfs", "--osd-uuid", identity, "--keyring", key)
            self.ceph("auth", "caps", f"osd.{number}", "mon", "allow profile osd", "mgr", "allow profile osd", "osd", "allow *")
            self.start(f"osd{number}", "ceph-osd", "-i", str(number), "-f", "--keyring", key)
        self.wait("the storage daemons", lambda: json.loads(self.ceph("osd", "stat", "-f", "json"))["num_up_osds"] == 3)
        for pool in ("meta", "data"):
            self.ceph("osd", "pool", "create", pool, "8", "8")
        self.ceph("fs", "new", NAME, "meta", "data")
        for name in ("a", "b"):
            key = f"{self.folder}/mds/{name}/keyring"
            self.ceph("auth", "get-or-create", f"mds.{name}", "mon", "profile mds", "mgr", "profile mds", "mds", "allow *",
                      "osd", "allow *", "-o", key)
            self.start(f"mds{name}", "ceph-mds", "-i", name, "-f", "--keyring", key, "--mds_data", f"{self.folder}/mds/{name}")
        self.wait("the metadata server", lambda: "up:active" in self.ceph("mds", "stat"))
        self.run(f"{SCALE}/ceph-settings", NAME)

    def attach(self, node):
        """Mounts the file system as a machine does."""
        self.start(f"fuse{node}", "ceph-fuse", "-n", f"client.node{node}", "--keyring", f"{self.folder}/node{node}.keyring",
                   "--client_fs", NAME, "-f", self.mount(node))
        self.wait(f"mount {node}", lambda: os.path.ismount(self.mount(node)) and os.listdir(self.mount(node)) is not None, 90)

    def detach(self, node):
        """Takes a machine's mount away, whether it answers or not."""
        subprocess.run(["umount", "-l", self.mount(node)], capture_output=True)
        self.kill(f"fuse{node}")

    def fence(self, node):
        """Cuts a machine off, as a cluster manager does."""
        self.run(f"{SCALE}/fence", NAME, f"node{node}")

    def fill(self, is_full):
        """Lets the storage daemons take themselves for full, or for empty again."""
        ratios = ["0.0001", "0.0001", "0.0001"] if is_full else ["0.85", "0.90", "0.95"]
        commands = ["set-nearfull-ratio", "set-backfillfull-ratio", "set-full-ratio"]
        for command, ratio in zip(commands, ratios):
            self.ceph("osd", command, ratio)
        self.wait("what the daemons say of their room", lambda: is_full == ("OSD_FULL" in self.ceph("health", "detail")), 90)

    def active_mds(self):
        """The name of the process that serves metadata now."""
        ranks = json.loads(self.ceph("fs", "dump", "-f", "json"))["filesystems"][0]["mdsmap"]["info"].values()
        return "mds" + next(rank["name"] for rank in ranks if rank["state"] == "up:active")

    def down(self):
        for number in range(self.mounts):
            subprocess.run(["umount", "-l", self.mount(number + 1)], capture_output=True)
        for process in self.processes.values():
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
        for process in self.processes.values():
            process.wait()
