import CUtf8proc

/// The width in cells of a single scalar, before its neighbors in a grapheme cluster are considered.
///
/// The rules start from utf8proc's width and list its differences from Python's
/// wcwidth, the reference for terminals; each has its reason.
struct ScalarCells: Sendable {
    /// The cells of a scalar of ambiguous width.
    let ambiguous: AmbiguousWidth

    /// The width of a single scalar: 0, 1 or 2 cells.
    func cells(of scalar: Unicode.Scalar, _ properties: ScalarProperties) -> Int {
        let narrowOrWide = Self.unambiguousCells(of: scalar, properties)
        guard ambiguous == .wide, narrowOrWide == 1 else { return narrowOrWide }
        return WidthTables.ambiguous.contains(scalar) ? 2 : 1
    }

    private static func unambiguousCells(
        of scalar: Unicode.Scalar,
        _ properties: ScalarProperties
    ) -> Int {
        if isZeroWidthHangul(scalar.value) { return 0 }
        switch properties.category {
        case UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME:
            return 0
        case UTF8PROC_CATEGORY_MC:
            // A vowel sign that may begin a cluster by UAX #29, such as Burmese ာ, is next to the
            // cluster before it. Of the others only ``ClusterCells`` knows whether there is a base.
            return properties.boundClass == UTF8PROC_BOUNDCLASS_OTHER ? 1 : 0
        case UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_ZL, UTF8PROC_CATEGORY_ZP:
            return 0
        case UTF8PROC_CATEGORY_CF:
            // The visible format characters: signs that Arabic, Syriac and Kaithi write around or
            // before numbers, and the soft hyphen, which terminals show.
            return properties.boundClass == UTF8PROC_BOUNDCLASS_PREPEND ? 1 : properties.cells
        case UTF8PROC_CATEGORY_CN:
            return cellsOfNewScalar(scalar)
        default:
            // One half of a flag is drawn as a boxed letter, as wide as the flag.
            if properties.boundClass == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR { return 2 }
            guard properties.cells == 1 else { return properties.cells }
            return WidthTables.newlyWide.contains(scalar) ? 2 : 1
        }
    }

    /// Vowels and final consonants join the syllable before them; the two fillers are invisible.
    ///
    /// The choseong filler U+115F is not among them: it holds the place of a syllable's first
    /// consonant, and so carries the width of the syllable.
    private static func isZeroWidthHangul(_ value: UInt32) -> Bool {
        switch value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x3164, 0xFFA0: true
        default: false
        }
    }

    /// The width of scalars missing from utf8proc's tables, from our tables of a newer Unicode.
    ///
    /// Unassigned scalars get the width that Unicode specifies for their block.
    private static func cellsOfNewScalar(_ scalar: Unicode.Scalar) -> Int {
        if WidthTables.newlyZero.contains(scalar) { return 0 }
        return isIdeographPlace(scalar.value) || WidthTables.newlyWide.contains(scalar) ? 2 : 1
    }

    /// The blocks and planes whose unassigned code points are wide in EastAsianWidth.txt.
    private static func isIdeographPlace(_ value: UInt32) -> Bool {
        switch value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0x20000...0x2FFFD, 0x30000...0x3FFFD:
            true
        default: false
        }
    }
}
