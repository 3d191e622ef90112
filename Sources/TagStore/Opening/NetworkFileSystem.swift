internal import CStatfs
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Recognizes file systems that several machines share.
///
/// SQLite's write-ahead log needs memory that all its users share, which two machines cannot have. Two that write to one
/// database destroy it.
package enum NetworkFileSystem {
    /// Returns the name of the network file system that a path is on.
    ///
    /// - Parameter path: an existing file or folder.
    /// - Returns: its name, such as `nfs`; `nil` for a local file system, and where that cannot be found out.
    /// - Complexity: one system call; for a file system in user space, O(mounts).
    package static func name(at path: String) -> String? {
        var status = statfs()
        // The pointers to the path and the structure are only used during the call.
        guard unsafe statfs(path, &status) == 0 else { return nil }
        #if canImport(Glibc)
        let type = UInt32(truncatingIfNeeded: status.f_type)
        if type == userSpace { return nameInUserSpace(at: path) }
        return known[type]
        #else
        let isLocal = status.f_flags & UInt32(MNT_LOCAL) != 0
        return isLocal ? nil : "network"
        #endif
    }

    #if canImport(Glibc)
    /// The number of FUSE, whose file systems differ by their names alone.
    private static let userSpace: UInt32 = 0x6573_5546

    /// The numbers that the system gives to network and cluster file systems.
    ///
    /// 9p is not among them: mostly it leads a virtual machine or a sandbox to the disk of its own host.
    private static let known: [UInt32: String] = [
        0x6969: "nfs", 0x517B: "smb", 0xFF53_4D42: "cifs", 0xFE53_4D42: "smb2", 0x00C3_6400: "ceph",
        0x0BD0_0BD0: "lustre", 0x5346_414F: "afs", 0x6B41_4653: "afs",
        0x4750_4653: "gpfs", 0x7375_7245: "coda", 0x564C: "ncpfs", 0x7461_636F: "ocfs2",
        0x0116_1970: "gfs2", 0x1983_0326: "beegfs", 0x2003_0528: "orangefs", 0xAAD7_AAEA: "panfs",
    ]

    private static func nameInUserSpace(at path: String) -> String? {
        var status = stat()
        // The pointers to the path and the structure are only used during the call.
        guard unsafe stat(path, &status) == 0,
            let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo")
        else { return nil }
        let device = status.st_dev
        let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
        let minor = device & 0xFF | (device >> 12) & ~0xFF
        return nameInUserSpace(
            of: "\(major):\(minor)",
            among: String(decoding: mounts, as: UTF8.self)
        )
    }
    #endif

    /// Returns the name of a network file system in user space.
    ///
    /// - Parameters:
    ///   - device: the numbers of its device, as `0:39`.
    ///   - mounts: the lines of `/proc/self/mountinfo`.
    /// - Returns: its name, such as `ceph-fuse`; `nil` for a local one.
    static func nameInUserSpace(of device: String, among mounts: String) -> String? {
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2, fields[2] == device,
                let dash = fields.firstIndex(of: "-"), fields.count > dash + 2
            else { continue }
            let type = fields[dash + 1].split(separator: ".", maxSplits: 1).last.map(String.init)
            let source = String(fields[dash + 2].prefix { $0 != "#" && $0 != ":" })
            // A local one may have the name of its disk as the source, but no network one has a local type.
            return [type, source].compactMap { $0 }.first(where: networkNames.contains)
        }
        return nil
    }

    /// What network file systems in user space are called as types or sources of mounts.
    private static let networkNames: Set<String> = [
        "ceph-fuse", "ceph", "sshfs", "glusterfs", "s3fs", "goofys", "gcsfuse", "blobfuse",
        "blobfuse2", "rclone", "juicefs", "JuiceFS", "mfs", "moosefs", "lizardfs", "saunafs",
        "seaweedfs", "davfs", "curlftpfs", "smbnetfs", "nfs", "afuse", "beegfs", "mount.s3",
        "s3ql", "hdfs", "alluxio",
    ]
}
