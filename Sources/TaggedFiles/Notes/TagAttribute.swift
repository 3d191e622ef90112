internal import TagCore
internal import TagService
internal import TextMeasurement

/// The tags of a file in its extended attribute `user.xdg.tags`, a comma-separated list used by file managers.
///
/// ```swift
/// let attribute = try TagAttribute(of: file)
/// attribute.tags  // ["sea", "photo"]
/// ```
struct TagAttribute: Sendable {
    private let file: NoteFile
    /// The value of the attribute; empty if the file doesn't have it.
    let value: [UInt8]

    /// Reads the attribute of a file.
    ///
    /// - Throws: `NoteFileError` if the attribute can't be read.
    init(of file: NoteFile) throws(NoteFileError) {
        self.file = file
        value = try file.attribute(NoteFile.tagsAttribute)
    }

    private var parts: [ArraySlice<UInt8>] {
        value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }

    /// Returns the tag in a part of the list, or nil if the part is blank or isn't UTF-8.
    private static func tag(in part: ArraySlice<UInt8>) -> String? {
        guard let text = String(validating: part, as: UTF8.self).map(StreamSafeText.received) else { return nil }
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        var scalars = text.unicodeScalars.drop(while: isSpace)
        while let last = scalars.last, isSpace(last) { scalars.removeLast() }
        return scalars.isEmpty ? nil : String(scalars)
    }

    /// The distinct tags.
    var tags: [String] {
        var known: Set<String> = []
        return parts.compactMap(Self.tag).filter { known.insert($0).inserted }
    }

    /// Returns the value with tags removed and others appended; the rest stays byte for byte.
    ///
    /// - Throws: `NoteFileError` if a tag contains a comma.
    func value(removing removed: Set<String>, adding added: [String]) throws(NoteFileError) -> [UInt8] {
        if let name = added.first(where: { $0.contains(",") }) {
            throw NoteFileError(
                path: file.path,
                reason:
                    "\(name.quoted) contains a comma, which separates tags in \(NoteFile.tagsAttribute); choose another tag",
                cause: .content)
        }
        guard !added.isEmpty || tags.contains(where: removed.contains) else { return value }
        let kept = parts.filter { part in
            Self.tag(in: part).map { !removed.contains($0) } ?? !part.allSatisfy(\.isWhiteSpace)
        }
        return Array((kept + added.map { ArraySlice($0.utf8) }).joined(separator: [0x2C]))
    }
}
