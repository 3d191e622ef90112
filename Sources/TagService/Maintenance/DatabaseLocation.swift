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
