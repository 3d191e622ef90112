internal import CStatfs
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Detection of file systems that several machines share.
///
/// SQLite's write-ahead log needs memory shared by all processes that use the database, which two machines can't have.
/// A database that two machines write to gets corrupted.
///
/// ```swift
/// NetworkFileSystem.name(at: "/mnt/share")  // "nfs"
/// NetworkFileSystem.name(at: "/tmp")        // nil
/// ```
package enum NetworkFileSystem {
    /// Returns the name of the network file system that a path is on.
    ///
    /// - Parameter path: an existing file or folder.
    /// - Returns: the name, such as `nfs`; `nil` for a local file system, or if the file system can't be determined.
    /// - Complexity: one system call; O(mounts) for a file system in user space.
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
    /// The number of FUSE, whose file systems differ only by name.
    private static let userSpace: UInt32 = 0x6573_5546

    /// The numbers of network and cluster file systems in Linux.
    ///
    /// 9p isn't included: it usually gives a virtual machine or sandbox access to the disk of its host.
    private static let known: [UInt32: String] = [
        0x6969: "nfs", 0x517B: "smb", 0xFF53_4D42: "cifs", 0xFE53_4D42: "smb2", 0x00C3_6400: "ceph",
        0x0BD0_0BD0: "lustre", 0x5346_414F: "afs", 0x6B41_4653: "afs", 0x4750_4653: "gpfs", 0x7375_7245: "coda",
        0x564C: "ncpfs", 0x7461_636F: "ocfs2", 0x0116_1970: "gfs2", 0x1983_0326: "beegfs", 0x2003_0528: "orangefs",
        0xAAD7_AAEA: "panfs",
    ]

    private static func nameInUserSpace(at path: String) -> String? {
        var status = stat()
        // The pointers to the path and the structure are only used during the call.
        guard unsafe stat(path, &status) == 0, let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo")
        else { return nil }
        let device = status.st_dev
        let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
        let minor = device & 0xFF | (device >> 12) & ~0xFF
        return nameInUserSpace(of: "\(major):\(minor)", among: String(decoding: mounts, as: UTF8.self))
    }
    #endif

    /// Returns the name of a network file system in user space.
    ///
    /// - Parameters:
    ///   - device: the device numbers of the file system, such as `0:39`.
    ///   - mounts: the content of `/proc/self/mountinfo`.
    /// - Returns: the name, such as `ceph-fuse`; `nil` for a local file system.
    static func nameInUserSpace(of device: String, among mounts: String) -> String? {
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2, fields[2] == device, let dash = fields.firstIndex(of: "-"), fields.count > dash + 2
            else { continue }
            let type = fields[dash + 1].split(separator: ".", maxSplits: 1).last.map(String.init)
            let source = String(fields[dash + 2].prefix { $0 != "#" && $0 != ":" })
            // A local file system may have its disk's name as the source, but a network file system never has a local
            // type.
            return [type, source].compactMap { $0 }.first(where: networkNames.contains)
        }
        return nil
    }

    /// The types and mount sources of network file systems in user space.
    private static let networkNames: Set<String> = [
        "ceph-fuse", "ceph", "sshfs", "glusterfs", "s3fs", "goofys", "gcsfuse", "blobfuse", "blobfuse2", "rclone",
        "juicefs", "JuiceFS", "mfs", "moosefs", "lizardfs", "saunafs", "seaweedfs", "davfs", "curlftpfs", "smbnetfs",
        "nfs", "afuse", "beegfs", "mount.s3", "s3ql", "hdfs", "alluxio",
    ]
}
