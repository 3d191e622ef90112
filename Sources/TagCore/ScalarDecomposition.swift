import CUtf8proc

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
