internal import Foundation

/// An in-memory file system of a given size, for tests of full disks; only root may mount one.
package final class SmallDisk {
    /// The folder that it is mounted on.
    package let folder: TemporaryFolder

    /// The reason if small disks aren't available; `nil` if they are.
    package static let problem: String? = {
        guard let disk = try? SmallDisk(kibibytes: 64) else {
            return "skipped: a tmpfs cannot be mounted here, which takes root"
        }
        return disk.folder.path.isEmpty ? "no folder" : nil
    }()

    /// Mounts a disk.
    package init(kibibytes: Int) throws {
        folder = try TemporaryFolder()
        try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", folder.path)
    }

    /// Gives it another size.
    package func resize(kibibytes: Int) throws {
        try Self.run("mount", "-o", "remount,size=\(kibibytes)k", folder.path)
    }

    /// Makes it read-only, or writable again.
    package func setReadOnly(_ isReadOnly: Bool) throws {
        try Self.run("mount", "-o", "remount,\(isReadOnly ? "ro" : "rw")", folder.path)
    }

    /// Fills it with a file.
    package func fill() throws {
        let handle = try FileHandle(forWritingTo: Self.created(folder.file("filling")))
        defer { try? handle.close() }
        for size in [65_536, 4_096, 1] { while (try? handle.write(contentsOf: Data(count: size))) != nil {} }
    }

    private static func created(_ path: String) throws -> URL {
        let url = URL(fileURLWithPath: path)
        try Data().write(to: url)
        return url
    }

    deinit { try? Self.run("umount", "--lazy", folder.path) }

    private static func run(_ words: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
    }
}
