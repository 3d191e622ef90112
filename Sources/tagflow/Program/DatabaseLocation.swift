import Foundation
import TagService
import TerminalFrontEnd

/// Resolves `--database`, `$TAGFLOW_DATABASE`, then the XDG directory for data.
struct DatabaseLocation {
    let location: StoreLocation

    init(option: String?, environment: [String: String]) {
        let variable = environment["TAGFLOW_DATABASE"].flatMap { $0.isEmpty ? nil : $0 }
        location = StoreLocation(path: option ?? variable ?? Self.defaultPath(environment))
    }

    private static func defaultPath(_ environment: [String: String]) -> String {
        let data =
            BaseDirectory.data.path(in: environment)
            ?? "\(NSHomeDirectory())/\(BaseDirectory.data.fallback)"
        return "\(data)/tagflow/tagflow.sqlite"
    }
}
