internal import Foundation

extension KeyedDecodingContainer {
    /// Decodes a number.
    ///
    /// - Throws: `LayoutRequestError` for a value of another type, `DecodingError` for a missing field.
    func decodeNumber(forKey key: Key) throws -> Double {
        try named(key, "a number") { try decode(Double.self, forKey: key) }
    }

    /// Decodes a number if the key is present.
    ///
    /// - Throws: `LayoutRequestError` for a value of another type.
    func decodeNumberIfPresent(forKey key: Key) throws -> Double? {
        try named(key, "a number") { try decodeIfPresent(Double.self, forKey: key) }
    }

    /// Decodes a whole number if the key is present.
    ///
    /// - Throws: `LayoutRequestError` for a fraction, or a value of another type.
    func decodeWholeNumberIfPresent(forKey key: Key) throws -> Int? {
        let expected = "a whole number"
        // Foundation's decoder reports a fraction in place of an Int without the field's name.
        let number = try named(key, expected) { try decodeIfPresent(Double.self, forKey: key) }
        guard let number else { return nil }
        guard let whole = Int(exactly: number) else { throw mistyped(key, expected) }
        return whole
    }

    /// Decodes a value and replaces errors about it by errors with the field's name.
    ///
    /// Foundation's decoder reports a number beyond the range of a Double without its field.
    private func named<Value>(_ key: Key, _ expected: String, _ decode: () throws -> Value) throws -> Value {
        do { return try decode() } catch DecodingError.keyNotFound(let key, let context) {
            throw DecodingError.keyNotFound(key, context)
        } catch { throw mistyped(key, expected) }
    }

    private func mistyped(_ key: Key, _ expected: String) -> LayoutRequestError {
        .mistyped(LayoutRequestError.path(codingPath + [key]), expected: expected)
    }

    /// Decodes a whole number from 1 to a billion if the key is present.
    func decodeCountIfPresent(forKey key: Key) throws -> Int? {
        guard let count = try decodeWholeNumberIfPresent(forKey: key) else { return nil }
        try require(1...LayoutRequestError.largest, Double(count), key)
        return count
    }

    /// Decodes a length or a weight, a number from 0 to a billion, if the key is present.
    func decodeLengthIfPresent(forKey key: Key) throws -> Double? {
        guard let length = try decodeNumberIfPresent(forKey: key) else { return nil }
        try require(0...LayoutRequestError.largest, length, key)
        return length
    }

    private func require(_ range: ClosedRange<Double>, _ number: Double, _ key: Key) throws {
        guard !range.contains(number) else { return }
        let path = LayoutRequestError.path(codingPath + [key])
        throw LayoutRequestError.outOfRange(path, value: number, range)
    }
}

extension KeyedDecodingContainer {
    /// Decodes the size of a separator if the key is present.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - needsWidth: Whether the width is the thickness of the separator, which is required; otherwise it is the
    ///     height. The other dimension may be missing or null: the separator is then as long as possible.
    /// - Returns: The size, in which infinity replaces the missing dimension.
    /// - Throws: `LayoutRequestError`, or `DecodingError` for a value of another type.
    func decodeSeparator(_ key: Key, needsWidth: Bool) throws -> CGSize? {
        guard let separator = try decodeIfPresent(SeparatorDescription.self, forKey: key) else { return nil }
        guard (needsWidth ? separator.width : separator.height) != nil else {
            let path = LayoutRequestError.path(codingPath + [key])
            throw LayoutRequestError.missing("\(path).\(needsWidth ? "width" : "height")")
        }
        return CGSize(width: separator.width ?? .infinity, height: separator.height ?? .infinity)
    }
}

/// The size of a separator in a request.
private struct SeparatorDescription: Decodable {
    let width: Double?
    let height: Double?

    private enum CodingKeys: String, CodingKey, CaseIterable { case width, height }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.knownFields(CodingKeys.self)
        width = try fields.decodeLengthIfPresent(forKey: .width)
        height = try fields.decodeLengthIfPresent(forKey: .height)
    }
}

/// A coding key of any name, used to find unknown fields.
private struct FieldName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Returns the fields of an object that may have these and no others.
    ///
    /// - Parameter type: the names of the fields.
    /// - Returns: the fields.
    /// - Throws: `LayoutRequestError.unknownField` for another field, `DecodingError` if the value isn't an object.
    func knownFields<Key: CodingKey & CaseIterable>(_ type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let fields = try container(keyedBy: Key.self)
        let names = try container(keyedBy: FieldName.self).allKeys.map(\.stringValue)
        if let unknown = names.filter({ Key(stringValue: $0) == nil }).min() {
            throw LayoutRequestError.unknownField(
                unknown, of: LayoutRequestError.path(codingPath), known: Key.allCases.map(\.stringValue))
        }
        return fields
    }
}

extension SingleValueDecodingContainer {
    /// Decodes the value as a type, or returns `nil` so that the caller can try another type.
    func value<Value: Decodable>(ifA type: Value.Type) -> Value? {
        // Only the last type that the caller tries has to report an error.
        try? decode(type)
    }
}
