internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The spaces that nodes want and other nodes hold: one empty file each, in a folder that all nodes share.
///
/// ``SpaceState`` describes the protocol.
struct TakeoverRequests: Sendable {
    private let path: String

    /// Reads and writes the wishes for the spaces of a folder.
    init(folder: String) {
        path = "\(folder)/.wanted"
    }

    /// The names of the wanted spaces, which need not exist.
    var names: [String] {
        // The folder doesn't exist before the first wish.
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    func add(_ name: String) {
        // The pointers to the paths are only used during the calls.
        _ = unsafe mkdir(path, 0o700)
        let descriptor = unsafe creat("\(path)/\(name)", 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    func remove(_ name: String) {
        // The pointer to the path is only used during the call.
        _ = unsafe unlink("\(path)/\(name)")
    }
}
