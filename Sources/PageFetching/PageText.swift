#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Decodes the content of a page.
enum PageText {
    /// Decodes bytes with the declared encoding that fits them.
    ///
    /// Servers often declare a wrong encoding, so a declaration is preferred that decodes without errors:
    ///
    /// 1. a byte order mark, always;
    /// 2. UTF-8 if the header or the page declares it, or neither declares anything, and it's valid;
    /// 3. the header's encoding, then the page's, if valid;
    /// 4. the first declared encoding, with U+FFFD for invalid bytes, or Windows-1252 if there is none.
    ///
    /// Linear in the number of bytes.
    static func decode(_ bytes: [UInt8], charset: String?) -> String {
        let declared = DeclaredEncodings(of: bytes, charset: charset)
        if let encoding = declared.byteOrderMark {
            return decode(bytes.dropFirst(declared.markLength), from: encoding).text
        }
        var candidates = [declared.header, declared.content].compactMap(\.self)
        if candidates.contains(.utf8) { candidates.insert(.utf8, at: 0) }
        if candidates.isEmpty { candidates = [.utf8, .windows1252] }
        for encoding in candidates {
            let decoded = decode(bytes[...], from: encoding)
            if !decoded.hasErrors { return decoded.text }
        }
        let fallback = declared.header ?? declared.content ?? .windows1252
        return decode(bytes[...], from: fallback).text
    }

    /// Decodes bytes, with U+FFFD for invalid bytes.
    ///
    /// A character that is cut off at the end is left out.
    static func decode(_ bytes: ArraySlice<UInt8>, from encoding: TextEncoding) -> (text: String, hasErrors: Bool) {
        if encoding == .utf8 {
            let whole = withoutCutCharacter(bytes)
            if let text = String(validating: whole, as: UTF8.self) { return (text, false) }
            return (String(decoding: whole, as: UTF8.self), true)
        }
        guard var converter = Converter(encoding) else { return (String(decoding: bytes, as: UTF8.self), true) }
        return converter.convert(Array(bytes))
    }

    /// The bytes without an incomplete character of UTF-8 at their end.
    private static func withoutCutCharacter(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let rest = bytes.reversed().prefix { (0x80...0xbf).contains($0) }.count
        guard rest < 3, let first = bytes.dropLast(rest).last, (0xc2...0xf4).contains(first) else { return bytes }
        let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
        return rest + 1 < length ? bytes.dropLast(rest + 1) : bytes
    }
}

/// A converter of iconv to UTF-8.
@safe private struct Converter: ~Copyable {
    private let handle: iconv_t

    /// Opens a converter; nil if the system doesn't have it.
    init?(_ encoding: TextEncoding) {
        let handle = unsafe iconv_open("UTF-8", encoding.name)
        // iconv reports errors as the pointer -1.
        guard let handle = unsafe handle, UInt(bitPattern: handle) != .max else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe iconv_close(handle) }

    /// Converts all bytes.
    ///
    /// Each byte that begins nothing valid becomes U+FFFD.
    mutating func convert(_ bytes: [UInt8]) -> (text: String, hasErrors: Bool) {
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: 64 << 10)
        var text: [UInt8] = []
        var hasErrors = false
        unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                var next = input.baseAddress
                var left = input.count
                while left > 0 {
                    let code = unsafe step(&next, &left, output, &text)
                    if code == 0 || code == E2BIG { continue }
                    // A cut character at the end isn't an error.
                    guard code == EILSEQ, left > 0 else { break }
                    hasErrors = true
                    text += "\u{fffd}".utf8
                    unsafe next = next?.advanced(by: 1)
                    left -= 1
                }
                // Some encodings keep the last letter until they know that no accent follows.
                unsafe next = nil
                _ = unsafe step(&next, &left, output, &text)
            }
        }
        return (String(decoding: text, as: UTF8.self), hasErrors)
    }

    /// Converts until the output is full, a byte is invalid or the input ends; returns the error, or 0.
    private func step(
        _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, _ output: UnsafeMutableBufferPointer<CChar>,
        _ text: inout [UInt8]
    ) -> Int32 {
        var end = output.baseAddress
        var space = output.count
        let result = unsafe iconv(handle, &next, &left, &end, &space)
        let code = result == -1 ? errno : 0
        unsafe text += output.prefix(output.count - space).map { UInt8(bitPattern: $0) }
        return code
    }
}

/// Text from outside as one line that is safe to show and store.
enum PlainText {
    /// Joins words with single spaces and removes control characters.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - maximumBytes: The maximum size in UTF-8; longer text is cut after a word, or in a long word.
    /// - Returns: The line; empty if nothing is left.
    static func line(_ text: String, maximumBytes: Int) -> String {
        var words = WordCollector(maximumWords: .max, maximumBytes: maximumBytes)
        words.add(text)
        words.endWord()
        return words.text
    }

    /// The scalar that is kept for a scalar, " " for white space and control characters, or nil for nothing.
    static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x21...0x7e: return scalar
        case 0x80...0x9f: return windows1252[Int(scalar.value) - 0x80]
        // Soft hyphens, zero-width spaces, word joiners, byte order marks, and changes of the direction.
        case 0xad, 0x200b, 0x2060, 0xfeff, 0x202a...0x202e, 0x2066...0x2069: return nil
        case 0xfff0...0xffff: return " "
        default: break
        }
        let properties = scalar.properties
        if properties.isWhitespace || properties.generalCategory == .control { return " " }
        return properties.isNoncharacterCodePoint ? nil : scalar
    }

    /// The characters that authors mean by a reference such as `&#146;`, from U+0080.
    private static let windows1252: [Unicode.Scalar] = Array("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ".unicodeScalars)
}
