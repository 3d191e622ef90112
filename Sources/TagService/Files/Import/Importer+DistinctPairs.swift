internal import TagCore
internal import TagStore
internal import TextMeasurement

/// Importing which tags are different although their names are similar.
extension Importer {
    /// Returns the tag with a name from the field `distinct`.
    mutating func tagID(distinctFrom name: String) throws -> Int64 {
        let name = try checked(name, of: .tag(nil))
        guard let id = try knownTagID(of: name) else {
            throw ImportRecordError("'distinct' names the unknown tag \(name.text.quoted)")
        }
        return id
    }

    /// Records that a tag is different from others.
    mutating func distinguish(_ id: Int64, from others: [Int64]) throws {
        let others = others.filter { $0 != id }
        guard !others.isEmpty else { return }
        try writeNewTags()
        for other in others { try writer.apply(.putDistinctPair(DistinctPair(id, other))) }
    }
}
