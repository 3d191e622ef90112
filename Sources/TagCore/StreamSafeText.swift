import CUtf8proc

/// Unicode's Stream-Safe Text Format (UAX #15, section 13), which limits runs of combining marks to 30.
///
/// Swift compares and hashes strings by their normal form and orders the marks of a run with an insertion sort, so a
/// long run of mixed marks takes quadratic time. Text from outside that is hashed or compared before it is folded must
/// pass through ``bounded(_:)`` first.
///
/// ```swift
/// let marks = String(repeating: "\u{301}", count: 40)
/// StreamSafeText.bounded("a" + marks).unicodeScalars.contains("\u{34F}")  // true
/// ```
package enum StreamSafeText {
    /// The maximum number of marks in a run.
    package static let longestRun = 30

    /// The combining grapheme joiner, which ends a run and is invisible; folding removes it.
    private static let joiner: Unicode.Scalar = "\u{34F}"

    /// The maximum size of a text that ``received(_:)`` returns unchanged, in bytes of UTF-8.
    ///
    /// Names are at most that long, so they are stored as they were sent. Ordering that many marks takes microseconds.
    package static let shortText = 1_000

    /// Returns a text from outside with its runs of marks bounded, unless the text is short.
    ///
    /// Every entrance calls this where bytes become a string, before anything compares the string or splits it into
    /// grapheme clusters: comparing two clusters compares their normal forms, too.
    ///
    /// - Complexity: O(*n*).
    package static func received(_ text: String) -> String { text.utf8.count <= shortText ? text : bounded(text) }

    /// Returns the text with U+034F inserted wherever a run of marks could exceed 30.
    ///
    /// - Complexity: O(*n*).
    package static func bounded(_ text: String) -> String {
        guard hasRun(in: text, longerThan: longestRun) else { return text }
        let scalars = text.unicodeScalars
        var bounded = ""
        bounded.reserveCapacity(text.utf8.count)
        var copied = scalars.startIndex
        var run = 0
        var place = scalars.startIndex
        while place < scalars.endIndex {
            let count = marks(of: scalars[place])
            if run + count.leading > longestRun {
                bounded += text[copied..<place]
                bounded.unicodeScalars.append(joiner)
                copied = place
                run = 0
            }
            run = count.isMark ? run + count.leading : count.trailing
            scalars.formIndex(after: &place)
        }
        return bounded + text[copied...]
    }

    /// Returns whether a text may have a run of more than some number of marks.
    ///
    /// - Complexity: O(*n*).
    package static func hasRun(in text: String, longerThan limit: Int) -> Bool {
        // The first mark, U+0300, begins with the byte 0xCC, and a shorter text can't contain a long run.
        guard text.utf8.count > limit, text.utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var run = 0
        for scalar in text.unicodeScalars {
            let count = marks(of: scalar)
            if run + count.leading > limit { return true }
            run = count.isMark ? run + count.leading : count.trailing
        }
        return false
    }

    /// Returns how many marks a scalar's decomposition begins and ends with, and whether it consists of marks only.
    ///
    /// A letter can decompose into a letter with up to three marks; this assumes three marks for every letter.
    private static func marks(of scalar: Unicode.Scalar) -> (leading: Int, trailing: Int, isMark: Bool) {
        guard scalar.value >= 0x300 else { return (0, scalar.isASCII ? 0 : 3, false) }
        if scalar.properties.canonicalCombiningClass.rawValue > 0 {
            // U+0344 decomposes into two marks, any other mark into one.
            return (scalar.value == 0x344 ? 2 : 1, 0, true)
        }
        return (0, 3, false)
    }
}

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
