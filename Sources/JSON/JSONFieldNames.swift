/// A check of the length of field names in JSON, made before decoding.
///
/// Decoders hash field names, and hashing a string of mixed combining marks takes time quadratic in its length. Check a
/// text before decoding it.
///
/// ```swift
/// guard JSONFieldNames.areShort(in: body) else { throw RequestError.longFieldName }
/// ```
package enum JSONFieldNames {
    /// The maximum length of a field name in bytes as written.
    package static let limit = 1_000

    /// Returns whether every string that precedes a colon has at most ``limit`` bytes.
    ///
    /// The text doesn't have to be valid JSON.
    ///
    /// - Complexity: Linear in the length of the text.
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
