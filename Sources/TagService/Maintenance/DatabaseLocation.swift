internal import Foundation

/// Finds the database that a user means: the one they named, else `$TAGFLOW_DATABASE`, else their own, in the XDG directory for data.
public struct DatabaseLocation: Sendable {
    /// Where the database is.
    public let location: StoreLocation

    /// Resolves a location.
    ///
    /// - Parameters:
    ///   - option: the path that the user gave; `:memory:` means a database in memory.
    ///   - environment: the environment of the process.
    public init(option: String?, environment: [String: String]) {
        let variable = environment["TAGFLOW_DATABASE"].flatMap { $0.isEmpty ? nil : $0 }
        location = StoreLocation(path: option ?? variable ?? Self.usualPath(environment))
    }

    private static func usualPath(_ environment: [String: String]) -> String {
        let data =
            ModelDirectory.data.path(in: environment)
            ?? "\(NSHomeDirectory())/\(ModelDirectory.data.fallback)"
        return "\(data)/tagflow/tagflow.sqlite"
    }
}
