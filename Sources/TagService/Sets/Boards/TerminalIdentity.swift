internal import TagStore
public import TextMeasurement

/// The name and version of a terminal; measured widths are stored by terminal.
public struct TerminalIdentity: Hashable, Sendable, Codable {
    /// The name, such as `WezTerm`, or the terminal type if the name is unknown.
    public var name: String
    /// The version; empty if unknown.
    public var version: String

    /// Identifies the terminal of a process by the environment variables.
    ///
    /// `TERM_PROGRAM` takes precedence over `VTE_VERSION`, which takes precedence over `TERM`.
    public init(environment: [String: String]) {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
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

    /// The key under which measurements of the terminal are stored.
    var measurer: MeasurerIdentity { MeasurerIdentity(name: "terminal", version: version, settings: ["name": name]) }
}

/// Widths of grapheme clusters that terminals draw differently.
extension TagService {
    /// The widths for boards in cells; the default width tables if the service's measurer is a font.
    public var terminalWidths: TerminalWidths { measurer as? TerminalWidths ?? TerminalWidths() }

    /// Returns the widths measured on a terminal; clusters that weren't measured have their default width.
    public func widths(of terminal: TerminalIdentity) throws -> TerminalWidths {
        try Self.widths(of: terminal, in: store)
    }

    static func widths(of terminal: TerminalIdentity, in store: TagStore) throws -> TerminalWidths {
        let sizes = try store.read { try $0.measurements(measurer: terminal.measurer.key) }
        var cells: [ClusterClass: Int] = [:]
        for kind in ClusterClass.allCases {
            cells[kind] = sizes[kind.sample].flatMap { Int(exactly: $0.width) }
                .flatMap { Self.possibleCells.contains($0) ? $0 : nil }
        }
        return TerminalWidths(cells)
    }

    /// The plausible widths of a sample, in cells.
    private static let possibleCells = 0...64

    /// Stores the widths measured on a terminal, replacing earlier measurements.
    public func saveWidths(_ cells: [ClusterClass: Int], of terminal: TerminalIdentity) throws {
        let now = milliseconds
        try store.write(at: now) { writer in
            try writer.deleteMeasurements(measurer: terminal.measurer.key)
            try writer.storeMeasurements(
                cells.map { kind, cells in
                    (kind.sample, StoredMeasurement(width: Double(cells), height: 1, baseline: 1))
                }, measurer: terminal.measurer.key, today: now / millisecondsPerDay)
        }
    }
}
