internal import Foundation

/// Writes values as JSON in one line: fields sorted by name, slashes plain, times as in ISO 8601.
package enum JSONDocument {
    /// The value as JSON, without a line end.
    ///
    /// - Throws: what the value's encoding throws; a value made of texts, finite numbers and lists throws nothing.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(value))
    }
}
