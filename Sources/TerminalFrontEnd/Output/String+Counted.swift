extension String {
    /// Returns a number with a noun: `1 item`, `2 items`.
    ///
    /// - Parameters:
    ///   - count: The number.
    ///   - noun: The singular of a noun whose plural ends with `s`.
    /// - Returns: The number with the singular or plural.
    public static func counted(_ count: some BinaryInteger, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
