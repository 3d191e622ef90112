/// The length of the field names in a JSON text.
///
/// Decoders hash field names, and the time to hash a string of mixed combining marks is quadratic in its length. A decoder is given
/// only text that passes this check.
package enum JSONFieldNames {
    /// The maximum length of a field name in bytes as written.
    package static let limit = 1_000

    /// Whether every string that precedes a colon has at most ``limit`` bytes.
    ///
    /// The text need not be valid JSON.
    ///
    /// - Complexity: O(*n*).
    package static func areShort(in text: some Sequence<UInt8>) -> Bool {
        var (length, isString, isEscaped) = (0, false, false)
        for byte in text {
            if isString {
                length += 1
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                (length, isString) = (0, true)
            } else if byte == UInt8(ascii: ":") {
                // The closing quote counts too.
                guard length <= limit + 1 else { return false }
            }
        }
        return true
    }
}
