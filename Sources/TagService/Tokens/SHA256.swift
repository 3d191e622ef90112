internal import CGLib

/// SHA-256 (FIPS 180-4), computed by GLib.
public enum SHA256 {
    /// The error of a digest that can't be computed because GLib isn't installed.
    public struct Unavailable: Error, CustomStringConvertible {
        /// The name of the missing library or function.
        public let missing: String

        /// One line that states the problem and the package to install.
        public var description: String { "'\(missing)' is missing; install the package libglib2.0-0" }
    }

    /// Loads GLib early, so that a process can compute digests even after it has run out of file descriptors.
    ///
    /// - Throws: ``Unavailable``. A later call tries again.
    public static func load() throws(Unavailable) {
        if let missing = unsafe CGLibLoad() { throw Unavailable(missing: unsafe String(cString: missing)) }
    }

    /// Returns the 32-byte digest of a sequence of bytes.
    ///
    /// - Throws: ``Unavailable``.
    /// - Complexity: linear in the number of bytes.
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
