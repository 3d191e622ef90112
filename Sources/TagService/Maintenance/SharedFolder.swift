internal import TagStore

/// A folder that other machines may share.
public enum SharedFolder {
    /// Returns the name of the network file system that a folder is on, such as `nfs` or `ceph-fuse`.
    ///
    /// - Parameter path: the path of the folder, which exists.
    /// - Returns: the name; `nil` for a disk of this machine, and where that cannot be found out.
    public static func fileSystem(of path: String) -> String? {
        NetworkFileSystem.name(at: path)
    }
}
