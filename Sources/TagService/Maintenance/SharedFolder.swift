internal import TagStore

/// Detection of folders on network file systems, which other machines may share.
public enum SharedFolder {
    /// Returns the name of the network file system that contains a folder, such as `nfs` or `ceph-fuse`.
    ///
    /// - Parameter path: the path of an existing folder.
    /// - Returns: the name; `nil` for a local disk or if the file system can't be determined.
    public static func fileSystem(of path: String) -> String? { NetworkFileSystem.name(at: path) }
}
