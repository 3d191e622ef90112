internal import TagStore
public import TextMeasurement

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

/// How wide terminals draw what they do not agree upon.
extension TagService {
    /// The widths that boards in cells are measured with; those of the tables where a font measures them.
    public nonisolated var terminalWidths: TerminalWidths {
        measurer as? TerminalWidths ?? TerminalWidths()
    }

    /// The widths that were measured on a terminal; none where it was not asked.
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

    /// How many cells a terminal may be believed to draw one sample in.
    private static let possibleCells = 0...64

    /// Keeps the widths that were measured on a terminal, in place of those before.
    public func keep(_ cells: [ClusterClass: Int], of terminal: TerminalIdentity) throws {
        let now = milliseconds
        try store.write(at: now) { writer in
            try writer.deleteMeasurements(measurer: terminal.measurer.key)
            try writer.storeMeasurements(
                cells.map { kind, cells in
                    (kind.sample, StoredMeasurement(width: Double(cells), height: 1, baseline: 1))
                },
                measurer: terminal.measurer.key,
                today: now / Int64(millisecondsPerDay)
            )
        }
    }
}
