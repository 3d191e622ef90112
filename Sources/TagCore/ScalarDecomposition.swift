import CUtf8proc

/// The decomposition of a text into scalars in canonical order.
///
/// utf8proc decomposes each scalar. Its canonical ordering exchanges neighboring marks, which takes quadratic time in
/// the length of a run, and untrusted text can contain runs of millions. Here each run is sorted in O(*n* log *n*).
package struct ScalarDecomposition {
    /// The scalars, followed by a zero that reserves room for utf8proc's terminator.
    package private(set) var scalars: [Int32] = []
    /// The number of comparisons made to order combining marks.
    package private(set) var comparisons = 0

    /// The start of the current run of combining marks.
    private var runStart = 0
    private var runIsInOrder = true
    private var lastClass: Int16 = 0

    /// Creates the canonical decomposition of a text.
    package init(canonical text: String) { self.init(text, UTF8PROC_DECOMPOSE) }

    /// Decomposes a text according to utf8proc's options.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the text.
    init(_ text: String, _ options: utf8proc_option_t) {
        scalars.reserveCapacity(text.utf8.count + 1)
        var boundClass: Int32 = 0
        // A scalar decomposes into at most 18 others (U+FDFA).
        var parts = [Int32](repeating: 0, count: 32)
        for scalar in text.unicodeScalars {
            let count = unsafe utf8proc_decompose_char(
                Int32(bitPattern: scalar.value), &parts, parts.count, options, &boundClass)
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

    /// Sorts the current run by combining class; marks of one class keep their order.
    private mutating func endRun() {
        defer { runIsInOrder = true }
        guard !runIsInOrder else { return }
        let marks = scalars[runStart...].enumerated()
            .map { position, scalar in
                (combiningClass: Self.combiningClass(of: scalar), position: position, scalar: scalar)
            }
        var comparisons = 0
        let sorted = marks.sorted { left, right in
            comparisons += 1
            return (left.combiningClass, left.position) < (right.combiningClass, right.position)
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
