internal import TagCore
internal import TagStore

/// Tag names for programs that don't allow spaces: `deep learning` appears as `deep-learning`, and both find it.
extension TagService.Tags {
    /// Returns a tag's name with hyphens instead of white space.
    ///
    /// ```swift
    /// let name = TagService.Tags.hyphenated("deep learning")  // "deep-learning"
    /// ```
    public static func hyphenated(_ name: String) -> String {
        guard name.contains(where: \.isWhitespace) else { return name }
        return name.split(whereSeparator: \.isWhitespace).joined(separator: "-")
    }

    /// Looks up each name, and returns the tag's name; a name without a tag is returned unchanged.
    ///
    /// The tag is found by name, key or alias, and otherwise by its name with spaces instead of hyphens.
    ///
    /// - Throws: `TagServiceError.invalidName` for a name that is too long, `StoreError`.
    /// - Complexity: linear in the number of names.
    public func meant(_ names: [String]) throws -> [String] {
        try store.read { reader in try names.map { try Self.knownTag($0, in: reader) ?? $0 } }
    }

    /// Returns whether a name has a tag; see ``TagService/Tags/meant(_:)``.
    ///
    /// - Throws: `TagServiceError.invalidName` for a name that is too long, `StoreError`.
    public func isKnown(_ name: String) throws -> Bool { try store.read { try Self.knownTag(name, in: $0) != nil } }

    /// The maximum number of hyphens that are tried as spaces one by one.
    ///
    /// In a name with more hyphens, all are spaces, or all are hyphens.
    private static let hyphenLimit = 5

    /// Returns the name of a name's tag; `nil` for an unknown name.
    static func knownTag(_ name: String, in reader: StoreReader) throws -> String? {
        try CheckedName.checkLength(of: name, of: .tag(nil))
        if let target = try reader.target(of: TagKey(name)) { return target.tag.name }
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        let all = 1 << (parts.count - 1).clamped(to: hyphenLimit) - 1
        let choices = parts.count - 1 > hyphenLimit ? [-1] : Array((1...all).reversed())
        for choice in choices {
            var text = String(parts[0])
            for (place, part) in parts.dropFirst().enumerated() {
                let isSpace = choice < 0 || choice >> place & 1 == 1
                text += (isSpace ? " " : "-") + part
            }
            // Names have no white space at their ends and no two spaces in a row, so they can't have become these hyphens.
            guard hyphenated(text) == name else { continue }
            if let target = try reader.target(of: TagKey(text)) { return target.tag.name }
        }
        return nil
    }
}

extension Int { fileprivate func clamped(to limit: Int) -> Int { Swift.min(self, limit) } }
