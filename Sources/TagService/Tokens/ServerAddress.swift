import Foundation
internal import TagStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The address of the server that runs on a database, in a file next to it.
///
/// The server locks the file as long as it runs, so a file that a killed server left behind means nothing.
///
/// ```swift
/// let file = try ServerAddress("http://127.0.0.1:7733", ofDatabase: "tags.sqlite")
/// let address = ServerAddress.address(ofDatabase: "tags.sqlite")  // "http://127.0.0.1:7733"
/// ```
package final class ServerAddress: Sendable {
    private let path: String
    private let descriptor: Int32

    /// The maximum length of an address in bytes.
    private static let limit = 4_096

    /// Writes and locks the file.
    ///
    /// - Throws: `SystemError` if that isn't possible, such as while another server holds the lock.
    package init(_ address: String, ofDatabase database: String) throws(SystemError) {
        path = Self.path(ofDatabase: database)
        // Paths and buffers are only used during the calls.
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemError(errno) }
        let bytes = Array(address.utf8.prefix(Self.limit))
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, ftruncate(descriptor, 0) == 0,
            unsafe bytes.withUnsafeBytes({ unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }) == bytes.count
        else {
            let error = SystemError(errno)
            close(descriptor)
            throw error
        }
    }

    deinit {
        _ = unsafe unlink(path)
        close(descriptor)
    }

    /// Returns the address of the server that runs on a database; `nil` if none does.
    package static func address(ofDatabase database: String) -> String? {
        let descriptor = unsafe open(path(ofDatabase: database), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    private static func path(ofDatabase database: String) -> String {
        "\(URL(fileURLWithPath: database).resolvingSymlinksInPath().path)-server"
    }
}
