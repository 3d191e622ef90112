/// The macros of a BibTeX file: the months and those defined by `@string`.
///
/// A macro can refer to earlier macros several times, so a few hundred bytes could expand to any length. Therefore the
/// values that a file defines and expands are limited to 1 MB in total.
struct BibTeXMacros {
    /// The result of expanding a macro.
    enum Expansion: Equatable {
        case value(String)
        case unknown
        /// The value exceeds the remaining length.
        case tooLong
    }

    /// The maximum total length in bytes of the values that a file defines and expands.
    static let limit = 1_000_000

    private var values: [String: String] = [:]
    /// The number of bytes left to define or expand.
    private var remaining = limit

    /// The month macros that every BibTeX style defines.
    static let months = [
        "jan": "01", "feb": "02", "mar": "03", "apr": "04", "may": "05", "jun": "06", "jul": "07", "aug": "08",
        "sep": "09", "oct": "10", "nov": "11", "dec": "12",
    ]

    /// Returns the value of a macro.
    ///
    /// - Parameter name: The macro's name in lowercase.
    /// - Returns: The value, or the reason why the macro can't be expanded.
    mutating func expand(_ name: String) -> Expansion {
        guard let value = values[name] else { return Self.months[name].map { .value($0) } ?? .unknown }
        return spend(value) ? .value(value) : .tooLong
    }

    /// Defines the macros of an `@string`, replacing earlier ones.
    ///
    /// - Returns: False if the values exceed the remaining length; macros beyond it aren't defined.
    mutating func define(_ fields: [String: String]) -> Bool {
        var isComplete = true
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            if spend(value) { values[name] = value } else { isComplete = false }
        }
        return isComplete
    }

    private mutating func spend(_ value: String) -> Bool {
        guard value.utf8.count <= remaining else { return false }
        remaining -= value.utf8.count
        return true
    }
}
