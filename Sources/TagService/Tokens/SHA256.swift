internal import CGLib

/// SHA-256 (FIPS 180-4), computed by GLib.
public enum SHA256 {
    /// GLib could not be loaded, so that no checksum can be computed.
    public struct Unavailable: Error, CustomStringConvertible {
        /// The name of the library, or of the function that it lacks.
        public let missing: String

        /// What to install, in one line.
        public var description: String {
            "'\(missing)' is missing; install the package libglib2.0-0"
        }
    }

    /// Loads GLib now, so that a process that later runs out of file descriptors can still compute digests.
    ///
    /// - Throws: ``Unavailable``. A later call tries again.
    public static func load() throws(Unavailable) {
        if let missing = unsafe CGLibLoad() {
            throw Unavailable(missing: unsafe String(cString: missing))
        }
    }

    /// Returns the 32 bytes of the digest.
    ///
    /// - Throws: ``Unavailable``.
    /// - Complexity: linear in the bytes.
    public static func digest(of bytes: some Sequence<UInt8>) throws(Unavailable) -> [UInt8] {
        let bytes = Array(bytes)
        var digest = [UInt8](repeating: 0, count: 32)
        let missing = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe digest.withUnsafeMutableBufferPointer { digest in
                unsafe CGLibSHA256(bytes.baseAddress, bytes.count, digest.baseAddress)
            }
        }
        guard let missing = unsafe missing else { return digest }
        throw Unavailable(missing: unsafe String(cString: missing))
    }
}
