internal import TagService

/// The error for a note that can't be parsed or edited.
package struct NoteError: Error, Hashable, Sendable {
    /// The line number, from 1.
    package var line: Int
    /// The message.
    package var text: String
}

/// The text of a note in UTF-8, which can be encoded back to the encoding of its file.
///
/// ```swift
/// let text = try NoteText(file: bytes)
/// let changed = text.file(of: Array("new text".utf8))
/// ```
package struct NoteText: Sendable {
    private enum Encoding {
        case utf8
        case utf16(isBigEndian: Bool)
    }

    /// The text in UTF-8: the bytes of the file, unless the file is UTF-16.
    package let bytes: [UInt8]
    /// The offset of the text after a byte order mark.
    let start: Int
    private let encoding: Encoding

    /// Decodes a file.
    ///
    /// - Throws: `NoteError` with the first line that is neither UTF-8 nor UTF-16 with a byte order mark.
    /// - Complexity: Linear in the size of the file.
    package init(file: [UInt8]) throws(NoteError) {
        if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) {
            let isBigEndian = file[0] == 0xFE
            bytes = try Self.utf8(ofUTF16: file, isBigEndian: isBigEndian)
            start = 0
            encoding = .utf16(isBigEndian: isBigEndian)
        } else {
            guard String(validating: file, as: UTF8.self) != nil else { throw Self.notUTF8(file) }
            bytes = file
            start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            encoding = .utf8
        }
    }

    /// Encodes a text in the encoding of the file.
    package func file(of bytes: [UInt8]) -> [UInt8] {
        guard case .utf16(let isBigEndian) = encoding else { return bytes }
        return ([0xFEFF] + String(decoding: bytes, as: UTF8.self).utf16)
            .flatMap { unit in
                let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
                return isBigEndian ? [high, low] : [low, high]
            }
    }

    private static func utf8(ofUTF16 file: [UInt8], isBigEndian: Bool) throws(NoteError) -> [UInt8] {
        let units = stride(from: 2, to: file.count - 1, by: 2)
            .map { place -> UInt16 in
                let (first, second) = (UInt16(file[place]), UInt16(file[place + 1]))
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
        if file.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) {
            return Array(text.utf8)
        }
        let valid = prefix(of: units, as: UTF16.self)
        throw NoteError(line: lineNumber(atEndOf: valid), text: "isn't valid UTF-16")
    }

    private static func notUTF8(_ file: [UInt8]) -> NoteError {
        NoteError(
            line: lineNumber(atEndOf: prefix(of: file, as: UTF8.self)),
            text: "is neither UTF-8 nor UTF-16 with a byte order mark; save the note as UTF-8")
    }

    /// Returns the text before the first invalid code unit.
    private static func prefix<Codec: Unicode.Encoding>(of units: [Codec.CodeUnit], as codec: Codec.Type) -> [UInt8] {
        var parser = Codec.ForwardParser()
        var iterator = units.makeIterator()
        var text = ""
        while case .valid(let encoded) = parser.parseScalar(from: &iterator) {
            text.unicodeScalars.append(Codec.decode(encoded))
        }
        return Array(text.utf8)
    }

    private static func lineNumber(atEndOf text: [UInt8]) -> Int {
        var lines = LineCount(text)
        return lines.number(at: text.count)
    }
}

/// A line counter for ascending offsets; lines end with U+000A, U+000D or both.
struct LineCount {
    private let bytes: [UInt8]
    private var offset = 0
    private var count = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the line number of an offset, from 1; the offset must not be less than the previous one.
    mutating func number(at end: Int) -> Int {
        while offset < min(end, bytes.count) {
            let byte = bytes[offset]
            offset += 1
            if byte == 0x0A || byte == 0x0D && bytes.byte(at: offset) != 0x0A { count += 1 }
        }
        return count
    }
}

extension [UInt8] {
    /// Returns the byte at an offset, or 0 if it's out of bounds.
    func byte(at offset: Int) -> UInt8 { indices.contains(offset) ? self[offset] : 0 }

    /// Returns the end of the line at an offset, and the offset of the next line.
    func line(at start: Int) -> (end: Int, next: Int) {
        var end = start
        while end < count, self[end] != 0x0A, self[end] != 0x0D { end += 1 }
        let isPair = byte(at: end) == 0x0D && byte(at: end + 1) == 0x0A
        return (end, Swift.min(end + (isPair ? 2 : 1), count))
    }
}

/// The markup language of a note.
///
/// ```swift
/// NoteLanguage(path: "notes/trip.org")  // .org
/// NoteLanguage(path: "photo.jpg")  // nil
/// ```
package enum NoteLanguage: String, Hashable, Sendable, CaseIterable {
    /// Markdown with YAML front matter.
    case markdown
    /// Markdown with JSX; its imports, exports and comments can't contain tags.
    case mdx
    /// Org mode, with `#+filetags:` and tags of headings.
    case org
    /// Plain text with `#tags`.
    case plainText

    /// Infers the language from the extension of a file name, or returns nil.
    package init?(path: String) {
        let name = path.lowercased()
        let found = Self.allCases.first { $0.endings.contains { name.hasSuffix($0) } }
        guard let found else { return nil }
        self = found
    }

    /// The lowercase extensions of files in the language, with a dot.
    package var endings: [String] {
        switch self {
        case .markdown: NoteFile.markdownEndings
        case .mdx: [".mdx"]
        case .org: [".org"]
        case .plainText: [".txt"]
        }
    }
}
