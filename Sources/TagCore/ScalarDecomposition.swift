import CUtf8proc

/// The decomposition of a text into scalars in canonical order.
///
/// utf8proc decomposes each scalar. Its canonical ordering exchanges neighboring marks, which takes quadratic time in
/// the length of a run, and untrusted text can contain runs of millions. Here a counting sort orders each run.
package struct ScalarDecomposition {
    /// The scalars, followed by a zero that reserves room for utf8proc's terminator.
    package private(set) var scalars: [Int32] = []
    /// The start of the current run of combining marks.
    private var runStart = 0
    /// The combining classes of the marks of the current run.
    private var classes: [Int] = []
    private var runIsInOrder = true

    /// Creates the canonical decomposition of a text.
    package init(canonical text: String) { self.init(text, UTF8PROC_DECOMPOSE) }

    /// Decomposes a text according to utf8proc's options.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    init(_ text: String, _ options: utf8proc_option_t) {
        scalars.reserveCapacity(text.utf8.count + 1)
        var boundClass: Int32 = 0
        // A scalar decomposes into at most 18 others (U+FDFA).
        var parts = [Int32](repeating: 0, count: 32)
        for scalar in text.unicodeScalars {
            let count = unsafe utf8proc_decompose_char(
                Int32(bitPattern: scalar.value), &parts, parts.count, options, &boundClass)
            var place = 0
            while place < min(count, parts.count) {
                append(parts[place])
                place += 1
            }
        }
        endRun()
        scalars.append(0)
    }

    private mutating func append(_ scalar: Int32) {
        let combiningClass = Self.combiningClass(of: scalar)
        if combiningClass == 0 {
            if !classes.isEmpty { endRun() }
            runStart = scalars.count + 1
        } else {
            if let last = classes.last, combiningClass < last { runIsInOrder = false }
            classes.append(combiningClass)
        }
        scalars.append(scalar)
    }

    /// Sorts the current run by combining class; marks of one class keep their order.
    private mutating func endRun() {
        defer {
            classes.removeAll(keepingCapacity: true)
            runIsInOrder = true
        }
        guard !runIsInOrder else { return }
        // The place of the next mark of each class.
        var places = [Int](repeating: 0, count: Self.maximumClass + 2)
        for combiningClass in classes { places[combiningClass + 1] += 1 }
        for combiningClass in 0...Self.maximumClass { places[combiningClass + 1] += places[combiningClass] }
        let marks = Array(scalars[runStart...])
        for index in marks.indices {
            scalars[runStart + places[classes[index]]] = marks[index]
            places[classes[index]] += 1
        }
    }

    /// The highest combining class of Unicode.
    private static let maximumClass = 254

    private static func combiningClass(of scalar: Int32) -> Int {
        // The first mark is U+0300.
        guard scalar >= 0x300, let entry = unsafe utf8proc_get_property(scalar) else { return 0 }
        return Int(unsafe entry.pointee.combining_class)
    }
}
