import CUtf8proc

/// utf8proc's properties of a scalar that affect its width.
struct ScalarProperties {
    /// The general category.
    let category: utf8proc_category_t

    /// The class of the grapheme cluster rules of UAX #29.
    let boundClass: utf8proc_boundclass_t

    /// utf8proc's own idea of the width in cells: 0, 1 or 2.
    let cells: Int

    /// Looks a scalar up in utf8proc's tables; constant time.
    init(_ scalar: Unicode.Scalar) {
        // Safe: utf8proc answers a pointer into its constant tables for every number it is given, the
        // entry for unassigned code points.
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

    /// Whether a grapheme cluster always ends between two scalars that are both of this kind.
    ///
    /// True for scalars that never join a neighbor by themselves: most letters, ideographs, whole Hangul
    /// syllables and pictographs. Scalars newer than utf8proc's tables are not counted among them.
    var standsAlone: Bool {
        switch boundClass {
        case UTF8PROC_BOUNDCLASS_OTHER, UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC,
            UTF8PROC_BOUNDCLASS_LV, UTF8PROC_BOUNDCLASS_LVT:
            category != UTF8PROC_CATEGORY_CN
        default:
            false
        }
    }
}
