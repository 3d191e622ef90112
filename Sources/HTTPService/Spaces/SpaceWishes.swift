internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The spaces that machines are asked for and other machines have: an empty file each in a folder that all of them share.
///
/// A wish that is lost or stays too long does no harm: a space that is not asked for is closed sooner or later.
struct SpaceWishes: Sendable {
    /// For how long nobody may have asked a machine for a space that it gives to another.
    static let quiet = Duration.seconds(1)

    private let path: String

    /// The wishes for the spaces of a folder.
    init(folder: String) {
        path = "\(folder)/.wanted"
    }

    /// The names of the spaces, of which some may be nobody's.
    var names: [String] {
        // Until somebody wishes for something there is no folder.
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// Leaves a wish for a space.
    func add(_ name: String) {
        // The pointers to the paths are only used during the calls.
        _ = unsafe mkdir(path, 0o700)
        let descriptor = unsafe creat("\(path)/\(name)", 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Takes the wishes for a space back, once it is open.
    func remove(_ name: String) {
        // The pointer to the path is only used during the call.
        _ = unsafe unlink("\(path)/\(name)")
    }
}
