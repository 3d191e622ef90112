/// A directory for files of one kind, after the XDG SharedModel Directory Specification.
public enum ModelDirectory: Sendable {
    /// Data that a user keeps: `$XDG_DATA_HOME`, else `~/.local/share`.
    case data
    /// What a program remembers between its runs: `$XDG_STATE_HOME`, else `~/.local/state`.
    case state

    /// The path of the directory; nil where neither its variable nor `HOME` names one.
    ///
    /// The specification asks to ignore a variable that is empty or relative.
    public func path(in environment: [String: String]) -> String? {
        if let path = environment[variable], path.hasPrefix("/") { return path }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return "\(home)/\(fallback)"
    }

    private var variable: String {
        switch self {
        case .data: "XDG_DATA_HOME"
        case .state: "XDG_STATE_HOME"
        }
    }

    /// The path below the home directory, where the variable names none.
    public var fallback: String {
        switch self {
        case .data: ".local/share"
        case .state: ".local/state"
        }
    }
}
