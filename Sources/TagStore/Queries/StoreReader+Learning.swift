package import TagCore

extension StoreReader {
    /// Returns the calibration of scores learned so far, for given tags alone or with an item.
    package func calibration(hasItem: Bool) throws -> Calibration {
        let learned = try LearnedState(in: self)
        return (hasItem ? learned.itemCalibration : learned.calibration) ?? Calibration(forItems: hasItem)
    }

    /// Returns the mixture with a shared model learned so far.
    package func mixture(withModel mark: UInt64) throws -> Mixture {
        guard let mixture = try LearnedState(in: self).mixture, mixture.model == mark else {
            return Mixture(model: mark)
        }
        return mixture
    }

    /// Returns the mixture with the model used last; `nil` before the first sample with a model.
    package func mixture() throws -> Mixture? { try LearnedState(in: self).mixture }

    /// Returns the number of items with a calibration sample.
    package func sampleCount() throws -> Int {
        try database.value("SELECT count(*) FROM item WHERE calibration_sample IS NOT NULL") ?? 0
    }

    /// Returns the shared model in use, or `nil` without a model.
    package func model() throws -> StoreReader.ModelReference? {
        try database.first("SELECT model_path, model_hash FROM state") { try $0.model(0) } ?? nil
    }
}

extension StoreReader {
    /// The path of the shared model that a database uses, and the hash that its content must have.
    package struct ModelReference: Hashable, Sendable {
        /// The path of the file.
        package let path: String
        /// The SHA-256 of the file's content, 32 bytes.
        package let hash: [UInt8]

        package init(path: String, hash: [UInt8]) {
            self.path = path
            self.hash = hash
        }

        /// Returns the first eight bytes of a hash, which samples store to identify a model.
        package static func mark(of hash: [UInt8]) -> UInt64 {
            hash.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
