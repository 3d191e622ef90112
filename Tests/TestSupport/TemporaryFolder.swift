internal import Foundation

/// A folder that goes when the test ends.
package final class TemporaryFolder: Sendable {
    /// The folder's path.
    package let path: String

    /// Makes a folder of a new name.
    package init() throws {
        path = NSTemporaryDirectory() + "tagflow-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// The path of a file in the folder.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
