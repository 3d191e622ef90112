import CUtf8proc

/// Unicode case folding and normalization, implemented with utf8proc.
enum UnicodeFolding {
    /// Returns the toNFKC_Casefold of a text.
    static func caseFolded(_ text: String) -> String {
        let folded = mapped(text, UTF8PROC_COMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE)
        // The folded text can contain a sequence that folds again (from U+0345, for example); two passes are always
        // enough.
        return mapped(folded, UTF8PROC_COMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE)
    }

    /// Returns the text in Normalization Form C.
    static func composed(_ text: String) -> String { mapped(text, UTF8PROC_COMPOSE) }

    /// Returns the text without the accents of alphabets: Latin, Greek and Cyrillic marks, Hebrew points, Arabic
    /// vowels.
    ///
    /// Marks that are letters in their script are kept: Devanagari vowels, Thai vowels, the Japanese voiced sound mark.
    static func withoutAccents(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        let scalars = mapped(text, UTF8PROC_DECOMPOSE).unicodeScalars.filter { !isAccent($0) }
        return composed(String(String.UnicodeScalarView(scalars)))
    }

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF...0x05C7, 0x064B...0x065F, 0x0670: true
        default: false
        }
    }

    private static func mapped(_ text: String, _ options: utf8proc_option_t...) -> String {
        var bits = UTF8PROC_STABLE.rawValue
        for option in options { bits |= option.rawValue }
        let options = utf8proc_option_t(rawValue: bits)
        var scalars = ScalarDecomposition(text, options).scalars
        // utf8proc composes the scalars in place and then overwrites them with their UTF-8.
        return unsafe scalars.withUnsafeMutableBufferPointer { buffer in
            let length = unsafe utf8proc_reencode(buffer.baseAddress, utf8proc_ssize_t(buffer.count - 1), options)
            guard length >= 0 else { return text }
            let bytes = unsafe UnsafeRawBufferPointer(buffer).prefix(length)
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}
