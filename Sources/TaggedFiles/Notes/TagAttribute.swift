internal import TagService

/// The tags of a file in its extended attribute `user.xdg.tags`, between commas, as file managers keep them.
struct TagAttribute: Sendable {
    /// The attribute's name.
    static let name = "user.xdg.tags"

    private let file: NoteFile
    /// The bytes of the attribute; none where the file has it not.
    let value: [UInt8]

    /// Reads the attribute of a file.
    ///
    /// - Throws: Why it cannot be read.
    init(of file: NoteFile) throws(NoteFileError) {
        self.file = file
        value = try file.attribute(Self.name)
    }

    private var parts: [ArraySlice<UInt8>] {
        value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }

    /// The tag in a part; `nil` where it has none, or no text.
    private static func tag(in part: ArraySlice<UInt8>) -> String? {
        guard let text = String(validating: part, as: UTF8.self) else { return nil }
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        var scalars = text.unicodeScalars.drop(while: isSpace)
        while let last = scalars.last, isSpace(last) { scalars.removeLast() }
        return scalars.isEmpty ? nil : String(scalars)
    }

    /// The tags, each once.
    var tags: [String] {
        var known: Set<String> = []
        return parts.compactMap(Self.tag).filter { known.insert($0).inserted }
    }

    /// The attribute without some tags and with others behind the rest, which stays as it is.
    ///
    /// - Throws: Why a tag cannot be kept there.
    func value(
        removing removed: Set<String>,
        adding added: [String]
    ) throws(NoteFileError) -> [UInt8] {
        if let name = added.first(where: { $0.contains(",") }) {
            throw NoteFileError(
                path: file.path,
                reason:
                    "'\(name)' has a comma, which separates tags in \(Self.name); choose another tag",
                cause: .content
            )
        }
        guard !added.isEmpty || tags.contains(where: removed.contains) else { return value }
        let kept = parts.filter { part in
            Self.tag(in: part).map { !removed.contains($0) } ?? !part.allSatisfy(\.isWhiteSpace)
        }
        return Array((kept + added.map { ArraySlice($0.utf8) }).joined(separator: [0x2C]))
    }

    /// Gives the file another value, unless somebody has changed it since it was read; the file has the old value or the new one.
    ///
    /// - Throws: Why it is left as it was.
    func replace(with new: [UInt8]) throws(NoteFileError) {
        guard try file.attribute(Self.name) == value else {
            throw NoteFileError(
                path: file.path,
                reason: "its tags were changed by somebody else; run it again",
                cause: .changed
            )
        }
        try file.setAttribute(Self.name, to: new)
    }
}
