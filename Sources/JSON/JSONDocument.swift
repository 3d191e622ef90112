internal import Foundation

/// Writes encodable values as JSON on one line, with sorted fields, unescaped slashes and ISO 8601 times.
///
/// ```swift
/// let line = try JSONDocument.bytes(of: ["tags": ["sea", "photo"]]) + [0x0A]
/// ```
package enum JSONDocument {
    /// Returns the value as JSON, without a line end.
    ///
    /// - Throws: The errors of encoding the value. Strings, finite numbers, and lists of them never throw.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(value))
    }
}
