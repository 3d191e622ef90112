/// The abbreviations of a BibTeX file: the months, and those that `@string` defines.
///
/// Each `@string` may repeat earlier ones, so that a few hundred bytes could expand to any length. The values that a file defines and
/// expands are therefore limited to 1 MB in all.
struct BibTeXMacros {
    /// What a word expands to.
    enum Expansion: Equatable {
        case value(String)
        case unknown
        /// The value exceeds the remaining length.
        case tooLong
    }

    /// The maximum length in bytes of all values that a file defines and expands.
    static let limit = 1_000_000

    private var values: [String: String] = [:]
    /// The number of bytes that may still be defined or expanded.
    private var remaining = limit

    /// The abbreviations that every style has.
    static let months = [
        "jan": "01", "feb": "02", "mar": "03", "apr": "04", "may": "05", "jun": "06", "jul": "07",
        "aug": "08", "sep": "09", "oct": "10", "nov": "11", "dec": "12",
    ]

    /// Returns the value of a macro.
    ///
    /// - Parameter name: the macro's name in lower case.
    /// - Returns: the value, or why there is none.
    mutating func expand(_ name: String) -> Expansion {
        guard let value = values[name] else {
            return Self.months[name].map { .value($0) } ?? .unknown
        }
        return spend(value) ? .value(value) : .tooLong
    }

    /// Defines the macros of an `@string`, replacing earlier ones.
    ///
    /// - Returns: false if their values exceed the remaining length; those that do are not defined.
    mutating func define(_ fields: [String: String]) -> Bool {
        var isComplete = true
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            if spend(value) {
                values[name] = value
            } else {
                isComplete = false
            }
        }
        return isComplete
    }

    private mutating func spend(_ value: String) -> Bool {
        guard value.utf8.count <= remaining else { return false }
        remaining -= value.utf8.count
        return true
    }
}
