import TextMeasurement

/// The environment variables of `pick`, by their name without `TAGFLOW_PICK_`.
///
/// ```swift
/// let variables = PickVariables(["TAGFLOW_PICK_GIVEN": "sea|map", "TAGFLOW_PICK_EXACT": "yes"])
/// variables.list("GIVEN")  // ["sea", "map"]
/// try variables.flag("EXACT")  // true
/// ```
struct PickVariables {
    private let environment: [String: String]

    init(_ environment: [String: String]) { self.environment = environment }

    /// Returns the value of a variable, or `nil` if it is unset or empty.
    func text(_ name: String) -> String? { environment["TAGFLOW_PICK_\(name)"].flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the values in a variable, which are separated by `|`.
    func list(_ name: String) -> [String] { text(name)?.split(separator: "|").map(String.init) ?? [] }

    /// Returns the value of a Boolean variable; an unset variable is false.
    func flag(_ name: String) throws -> Bool {
        switch text(name)?.lowercased() {
        case nil, "0", "false", "no", "off": return false
        case "1", "true", "yes", "on": return true
        case let other:
            throw CommandError(
                code: ExitStatus.usage,
                message: "TAGFLOW_PICK_\(name)=\((other ?? "").quoted) isn't a Boolean; use 1 or 0")
        }
    }
}
