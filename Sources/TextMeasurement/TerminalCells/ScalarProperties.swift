import CUtf8proc

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
