/// Keys under which names of tags are found in text in any spelling.
///
/// A key is the folded words of a name with English plurals cut, joined without spaces, so that `text-analysis`, `Text
/// analysis` and `textanalysis` have the same key.
///
/// ```
/// NameKey.key(of: "Text-Analysis")                // "textanalysis"
/// NameKey.keys(of: "language::Swift").lastPart    // "swift"
/// NameKey.singular("libraries")                   // "library"
/// ```
package enum NameKey {
    /// The maximum number of words of a run that is looked up.
    package static let longestRun = 5
    /// The maximum length of a key in bytes of UTF-8; longer names aren't found in text.
    package static let longestKey = 80

    /// Returns the keys of a name and of the part after its last `::`, `/` or `:`; `nil` if there is no such key.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    package static func keys(of name: String) -> (whole: String?, lastPart: String?) {
        let whole = key(of: name)
        let mark = name.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
        guard let mark else { return (whole, nil) }
        return (whole, key(of: String(Substring(name.utf8[mark...].dropFirst()))))
    }

    /// Returns the key of a name; `nil` if it has no words or is longer than ``longestKey``.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    package static func key(of name: String) -> String? {
        let key = ItemWords.words(of: name, limit: ItemWords.bodyLimit).map(singular).joined()
        return key.isEmpty || key.utf8.count > longestKey ? nil : key
    }

    /// Returns an English plural without its ending: `ies` becomes `y`, and `s` is removed unless preceded by another
    /// `s`.
    ///
    /// Words of up to three letters stay as they are.
    ///
    /// - Complexity: O(*n*) in the length of the word.
    package static func singular(_ word: String) -> String {
        guard word.utf8.last == UInt8(ascii: "s"), word.unicodeScalars.count > 3 else { return word }
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        return word.hasSuffix("ss") ? word : String(word.dropLast())
    }
}
