/// A base directory as defined by the XDG Base Directory Specification.
public enum XDGDirectory: Sendable {
    /// The user's data: `$XDG_DATA_HOME`, else `~/.local/share`.
    case data
    /// State that a program keeps between runs: `$XDG_STATE_HOME`, else `~/.local/state`.
    case state

    /// Returns the path of the directory, or `nil` if neither its variable nor `HOME` is set.
    ///
    /// As the specification requires, a variable that is empty or relative is ignored.
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

    /// The path below the home directory that is used if the variable isn't set.
    public var fallback: String {
        switch self {
        case .data: ".local/share"
        case .state: ".local/state"
        }
    }
}
