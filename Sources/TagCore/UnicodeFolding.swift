import CUtf8proc

/// Unicode's case folding and normalisation, through utf8proc.
enum UnicodeFolding {
    /// toNFKC_Casefold of a text.
    static func caseFolded(_ text: String) -> String {
        let folded = mapped(
            text,
            UTF8PROC_COMPOSE,
            UTF8PROC_COMPAT,
            UTF8PROC_CASEFOLD,
            UTF8PROC_IGNORE
        )
        // Folding can make a sequence that folds again (U+0345 is one); the second pass is the last.
        return mapped(folded, UTF8PROC_COMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE)
    }

    /// The text in normal form C.
    static func composed(_ text: String) -> String {
        mapped(text, UTF8PROC_COMPOSE)
    }

    /// The text without the accents of alphabets: Latin, Greek and Cyrillic marks, Hebrew points, Arabic vowels.
    ///
    /// Marks that are letters of their script stay: Devanagari vowels, Thai vowels, the Japanese voiced mark.
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
        // utf8proc composes the scalars where they stand, and writes their UTF-8 in their place.
        return unsafe scalars.withUnsafeMutableBufferPointer { buffer in
            let length = unsafe utf8proc_reencode(
                buffer.baseAddress,
                utf8proc_ssize_t(buffer.count - 1),
                options
            )
            guard length >= 0 else { return text }
            let bytes = unsafe UnsafeRawBufferPointer(buffer).prefix(length)
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}

/// The scalars of a text as utf8proc takes them apart, in canonical order.
///
/// utf8proc puts marks in order by exchanging neighbours, which takes the square of their number; a text from outside can
/// have millions in a run. Here a run is sorted.
package struct ScalarDecomposition {
    /// The scalars, and a zero that gives room for the one that utf8proc ends a text with.
    package private(set) var scalars: [Int32] = []
    /// How many comparisons it took to put marks in order.
    package private(set) var comparisons = 0

    /// Where the marks begin that no starter has come after.
    private var runStart = 0
    private var runIsInOrder = true
    private var lastClass: Int16 = 0

    /// The canonical decomposition of a text.
    package init(canonical text: String) {
        self.init(text, UTF8PROC_DECOMPOSE)
    }

    /// Takes a text apart as utf8proc's options say.
    ///
    /// Complexity: O(*n* log *n*) in its length.
    init(_ text: String, _ options: utf8proc_option_t) {
        scalars.reserveCapacity(text.utf8.count + 1)
        var boundClass: Int32 = 0
        // No scalar becomes more than 18 others.
        var parts = [Int32](repeating: 0, count: 32)
        for scalar in text.unicodeScalars {
            let count = unsafe utf8proc_decompose_char(
                Int32(bitPattern: scalar.value),
                &parts,
                parts.count,
                options,
                &boundClass
            )
            for part in parts.prefix(max(0, min(count, parts.count))) { append(part) }
        }
        endRun()
        scalars.append(0)
    }

    private mutating func append(_ scalar: Int32) {
        let combiningClass = Self.combiningClass(of: scalar)
        if combiningClass == 0 {
            endRun()
            runStart = scalars.count + 1
        } else if combiningClass < lastClass {
            runIsInOrder = false
        }
        lastClass = combiningClass
        scalars.append(scalar)
    }

    /// Puts the marks in the order of their classes; those of one class stay in the text's order.
    private mutating func endRun() {
        defer { runIsInOrder = true }
        guard !runIsInOrder else { return }
        let marks = scalars[runStart...].enumerated()
            .map { place, scalar in
                (combiningClass: Self.combiningClass(of: scalar), place: place, scalar: scalar)
            }
        var comparisons = 0
        let sorted = marks.sorted { left, right in
            comparisons += 1
            return (left.combiningClass, left.place) < (right.combiningClass, right.place)
        }
        self.comparisons += comparisons
        scalars.replaceSubrange(runStart..., with: sorted.lazy.map(\.scalar))
    }

    private static func combiningClass(of scalar: Int32) -> Int16 {
        // The first mark is U+0300.
        guard scalar >= 0x300, let entry = unsafe utf8proc_get_property(scalar) else { return 0 }
        return unsafe entry.pointee.combining_class
    }
}
