package import TagCore

/// A model that a database uses: a file, and the hash that it had.
package struct ModelReference: Hashable, Sendable {
    /// The path of the file.
    package let path: String
    /// The SHA-256 of its content, 32 bytes.
    package let hash: [UInt8]

    package init(path: String, hash: [UInt8]) {
        self.path = path
        self.hash = hash
    }

    /// The first eight bytes of a hash, by which samples refer to a model.
    package static func mark(of hash: [UInt8]) -> UInt64 {
        hash.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension StoreReader {
    /// Returns how scores become probabilities, as learnt so far.
    package func calibration() throws -> Calibration {
        try LearntState(in: self).calibration ?? Calibration()
    }

    /// Returns how much the own estimate counts beside a model, as learnt so far.
    package func mixture(withModel mark: UInt64) throws -> Mixture {
        guard let mixture = try LearntState(in: self).mixture, mixture.model == mark else {
            return Mixture(model: mark)
        }
        return mixture
    }

    /// Returns the state of the mixture with the model that was in use last; `nil` before the first sample with one.
    package func mixture() throws -> Mixture? {
        try LearntState(in: self).mixture
    }

    /// Returns the number of items that have taught something.
    package func sampleCount() throws -> Int {
        try database.value("SELECT count(*) FROM item WHERE calibration_sample IS NOT NULL") ?? 0
    }

    /// Returns the model in use; `nil` for none.
    package func model() throws -> ModelReference? {
        try database.first("SELECT model_path, model_hash FROM state") { try $0.model(0) } ?? nil
    }
}
