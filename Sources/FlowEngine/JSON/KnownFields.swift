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
