extension KeyedDecodingContainer {
    /// A whole number, where there is one.
    ///
    /// Foundation's decoder gives a fraction in a whole number's place as broken JSON without its field; a number of
    /// either kind is therefore read first.
    func decodeWholeNumberIfPresent(forKey key: Key) throws -> Int? {
        guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard let whole = Int(exactly: number) else {
            throw DecodingError.typeMismatch(
                Int.self,
                DecodingError.Context(
                    codingPath: codingPath + [key],
                    debugDescription: "a fraction"
                )
            )
        }
        return whole
    }
}
