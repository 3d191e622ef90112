import CUtf8proc

/// Computes the width of a scalar in cells, regardless of its neighbors in a grapheme cluster.
///
/// Starts from utf8proc's width and corrects it if it differs from Python's wcwidth, the reference for
/// terminals.
struct ScalarCells: Sendable {
    /// The width of scalars whose East Asian Width is ambiguous.
    let ambiguous: AmbiguousWidth

    /// Returns the width of a scalar: 0, 1 or 2 cells.
    func cells(of scalar: Unicode.Scalar, _ properties: ScalarProperties) -> Int {
        let narrowOrWide = Self.unambiguousCells(of: scalar, properties)
        guard ambiguous == .wide, narrowOrWide == 1 else { return narrowOrWide }
        return WidthTables.ambiguous.contains(scalar) ? 2 : 1
    }

    private static func unambiguousCells(of scalar: Unicode.Scalar, _ properties: ScalarProperties) -> Int {
        if isZeroWidthHangul(scalar.value) { return 0 }
        switch properties.category {
        case UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME: return 0
        case UTF8PROC_CATEGORY_MC:
            // A vowel sign that can begin a cluster according to UAX #29, such as Burmese ာ, takes a cell next to the
            // previous cluster. For other vowel signs, only `ClusterCells` knows whether there is a base.
            return properties.boundClass == UTF8PROC_BOUNDCLASS_OTHER ? 1 : 0
        case UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_ZL, UTF8PROC_CATEGORY_ZP: return 0
        case UTF8PROC_CATEGORY_CF:
            // Visible format characters are the signs around or before numbers in Arabic, Syriac and
            // Kaithi, and the soft hyphen, which terminals draw.
            return properties.boundClass == UTF8PROC_BOUNDCLASS_PREPEND ? 1 : properties.cells
        case UTF8PROC_CATEGORY_CN: return cellsOfNewScalar(scalar)
        default:
            // Half a flag is drawn as a boxed letter, as wide as the flag.
            if properties.boundClass == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR { return 2 }
            guard properties.cells == 1 else { return properties.cells }
            return WidthTables.newlyWide.contains(scalar) ? 2 : 1
        }
    }

    /// Returns whether a scalar is a Hangul vowel, final consonant or filler that takes no cells.
    ///
    /// Vowels and final consonants join the syllable before them. The choseong filler U+115F isn't
    /// included: it replaces the first consonant of a syllable and has the syllable's width.
    private static func isZeroWidthHangul(_ value: UInt32) -> Bool {
        switch value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x3164, 0xFFA0: true
        default: false
        }
    }

    /// Returns the width of a scalar that is missing from utf8proc's tables.
    ///
    /// `WidthTables` covers scalars from a newer version of Unicode. Unassigned scalars have the width
    /// that Unicode specifies for their block.
    private static func cellsOfNewScalar(_ scalar: Unicode.Scalar) -> Int {
        if WidthTables.newlyZero.contains(scalar) { return 0 }
        return isIdeographPlace(scalar.value) || WidthTables.newlyWide.contains(scalar) ? 2 : 1
    }

    /// Returns whether a code point is in a block whose unassigned code points are wide.
    ///
    /// EastAsianWidth.txt lists these blocks.
    private static func isIdeographPlace(_ value: UInt32) -> Bool {
        switch value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x2FFFD, 0x30000...0x3FFFD: true
        default: false
        }
    }
}

/// The properties of a scalar that affect its width, from utf8proc.
struct ScalarProperties {
    /// The general category.
    let category: utf8proc_category_t

    /// The grapheme cluster break class (UAX #29).
    let boundClass: utf8proc_boundclass_t

    /// The width according to utf8proc: 0, 1 or 2 cells.
    let cells: Int

    /// Looks up a scalar in utf8proc's tables in constant time.
    init(_ scalar: Unicode.Scalar) {
        // Safe: utf8proc returns a pointer into its constant tables for every number, assigned or not.
        guard let entry = unsafe utf8proc_get_property(Int32(bitPattern: scalar.value)) else {
            category = UTF8PROC_CATEGORY_CN
            boundClass = UTF8PROC_BOUNDCLASS_OTHER
            cells = 1
            return
        }
        category = utf8proc_category_t(rawValue: UInt32(unsafe entry.pointee.category.magnitude))
        boundClass = utf8proc_boundclass_t(rawValue: UInt32(unsafe entry.pointee.boundclass))
        cells = Int(unsafe entry.pointee.charwidth)
    }

    /// Whether a cluster always ends between this scalar and another scalar with the same property.
    ///
    /// True for scalars that don't join such a neighbor: most letters, ideographs, complete Hangul
    /// syllables and pictographs. False for scalars that are newer than utf8proc's tables.
    var standsAlone: Bool {
        switch boundClass {
        case UTF8PROC_BOUNDCLASS_OTHER, UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC, UTF8PROC_BOUNDCLASS_LV,
            UTF8PROC_BOUNDCLASS_LVT:
            category != UTF8PROC_CATEGORY_CN
        default: false
        }
    }
}
