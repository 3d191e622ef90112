internal import Foundation

/// The location of the user's database: a given path, else `$TAGFLOW_DATABASE`, else a file in the XDG data directory.
///
/// ```swift
/// let database = DatabaseLocation(
///     option: nil,
///     environment: ["TAGFLOW_DATABASE": "/tmp/tags.sqlite"]
/// )
/// print(database.location.path)  // /tmp/tags.sqlite
/// ```
public struct DatabaseLocation: Sendable {
    /// The resolved location.
    public let location: StoreLocation
    /// Whether neither an option nor the environment names the database.
    public let isDefault: Bool

    /// Resolves a location.
    ///
    /// - Parameters:
    ///   - option: the path that the user gave; `:memory:` means a database in memory.
    ///   - environment: the environment variables of the process.
    public init(option: String?, environment: [String: String]) {
        let variable = environment["TAGFLOW_DATABASE"].flatMap { $0.isEmpty ? nil : $0 }
        isDefault = option == nil && variable == nil
        location = StoreLocation(path: option ?? variable ?? Self.usualPath(environment))
    }

    private static func usualPath(_ environment: [String: String]) -> String {
        let data = XDGDirectory.data.path(in: environment) ?? "\(NSHomeDirectory())/\(XDGDirectory.data.fallback)"
        return "\(data)/tagflow/tagflow.sqlite"
    }
}

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
