import ArgumentParser

/// The format of the server's log.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    /// Lines for people.
    case text
    /// A JSON object per line, for programs that collect logs.
    case json

    /// Returns the format that the option or, without it, `TAGFLOW_LOG_FORMAT` sets.
    ///
    /// - Throws: `ValidationError` for an unknown format.
    init(_ option: Self?, _ environment: [String: String]) throws {
        let name = environment["TAGFLOW_LOG_FORMAT"] ?? ""
        guard let format = option ?? (name.isEmpty ? .text : Self(rawValue: name)) else {
            throw ValidationError("TAGFLOW_LOG_FORMAT must be text or json")
        }
        self = format
    }
}
