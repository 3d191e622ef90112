import Foundation
import Testing

@testable import TagStore

@Suite struct NetworkFileSystemTests {
    private static let mounts = """
        22 1 0:20 / /proc rw - proc proc rw
        42 27 0:39 / /srv/spaces rw,nosuid,nodev,relatime - fuse.ceph-fuse ceph-fuse rw,user_id=0,group_id=0,allow_other
        43 27 0:40 / /home/ada/far rw,nosuid shared:7 - fuse.sshfs ada@far.example: rw,user_id=1000
        44 27 0:41 / /mnt/g rw,relatime - fuse glusterfs rw,user_id=0
        45 27 8:17 / /media/stick rw,nosuid - fuseblk /dev/sdb1 rw,user_id=0
        46 27 0:42 / /home/ada/.safe rw,nosuid - fuse.gocryptfs /home/ada/.cipher rw
        """

    @Test(arguments: [
        ("0:39", "ceph-fuse"), ("0:40", "sshfs"), ("0:41", "glusterfs"), ("8:17", nil), ("0:42", nil), ("0:20", nil),
        ("9:9", nil),
    ]) func `a network file system in user space is recognized by its mount`(device: String, name: String?) {
        #expect(NetworkFileSystem.nameInUserSpace(of: device, among: Self.mounts) == name)
    }

    @Test(arguments: ["", "nonsense", "1 2 0:39", "1 2 0:39 -", "1 2 0:39 / / rw - fuse.sshfs"])
    func `malformed lines are ignored`(mounts: String) {
        #expect(NetworkFileSystem.nameInUserSpace(of: "0:39", among: mounts) == nil)
    }

    @Test func `local disks aren't network file systems`() {
        #expect(NetworkFileSystem.name(at: FileManager.default.temporaryDirectory.path) == nil)
        #expect(NetworkFileSystem.name(at: "/proc") == nil)
        #expect(NetworkFileSystem.name(at: "/nowhere") == nil)
    }
}
