internal import TextMeasurement

/// A terminal's name and version, as its environment tells them; what was measured on it is kept under these.
public struct TerminalIdentity: Hashable, Sendable, Codable {
    /// The terminal's name, such as `WezTerm` or, where it has none, its type.
    public var name: String
    /// Its version; empty where it does not tell one.
    public var version: String

    /// The terminal of a process with these variables.
    ///
    /// `TERM_PROGRAM` and its version come first, then the version of VTE that its terminals tell, then `TERM`.
    public init(environment: [String: String]) {
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let program = variable("TERM_PROGRAM") {
            name = program
            version = variable("TERM_PROGRAM_VERSION") ?? ""
        } else if let version = variable("VTE_VERSION") {
            name = "VTE"
            self.version = version
        } else {
            name = variable("TERM") ?? "unknown"
            version = ""
        }
    }

    /// The key under which measurements of the terminal are kept.
    var measurer: MeasurerIdentity {
        MeasurerIdentity(name: "terminal", version: version, settings: ["name": name])
    }
}
