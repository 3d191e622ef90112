package import TagCore

/// A base that a database uses: a file, and the hash that it had.
package struct BaseReference: Hashable, Sendable {
    /// The path of the file.
    package let path: String
    /// The SHA-256 of its content, 32 bytes.
    package let hash: [UInt8]

    package init(path: String, hash: [UInt8]) {
        self.path = path
        self.hash = hash
    }

    /// The first eight bytes of a hash, by which lessons refer to a base.
    package static func mark(of hash: [UInt8]) -> UInt64 {
        hash.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension StoreReader {
    /// Returns how scores become probabilities, as learnt so far.
    package func calibration() throws -> Calibration {
        try LearntState(in: self).calibration ?? Calibration()
    }

    /// Returns how much the own estimate counts beside a base, as learnt so far.
    package func mixture(withBase mark: UInt64) throws -> Mixture {
        guard let mixture = try LearntState(in: self).mixture, mixture.base == mark else {
            return Mixture(base: mark)
        }
        return mixture
    }

    /// Returns the state of the mixture with the base that was in use last; `nil` before the first lesson with one.
    package func mixture() throws -> Mixture? {
        try LearntState(in: self).mixture
    }

    /// Returns the number of saved selections that have taught something.
    package func lessonCount() throws -> Int {
        try database.value("SELECT count(*) FROM saved_selection WHERE lesson IS NOT NULL") ?? 0
    }

    /// Returns the base in use; `nil` for none.
    package func base() throws -> BaseReference? {
        try database.first("SELECT base_path, base_hash FROM state") { try $0.base(0) } ?? nil
    }
}
