internal import Foundation
public import TagService

extension Item {
    /// The title, or the location of an item without a title.
    public var heading: String { title.isEmpty ? location ?? "" : title }

    /// The heading, or the number of an item without title and location.
    var name: String { heading.isEmpty ? "item \(id)" : heading }

    /// The host of the location without `www.`; empty without one.
    ///
    /// It is `missing` for the path of a file that doesn't exist.
    var host: String {
        if isMissing { return "missing" }
        guard let location, let host = URL(string: location)?.host() else { return "" }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    /// Whether the location is the path of a file that doesn't exist.
    public var isMissing: Bool {
        guard let location else { return false }
        let path = location.hasPrefix("file://") ? URL(string: location)?.path(percentEncoded: false) : location
        guard let path, path.hasPrefix("/") else { return false }
        return !FileManager.default.fileExists(atPath: path)
    }

    /// The fields that have a value, except the note, with their names.
    ///
    /// ```
    /// id: 12
    /// set: reading
    /// title: The Swift Book
    /// ```
    public var shownFields: [(name: String, value: String)] {
        [
            ("id", "\(id)"), ("set", set), ("title", title), ("location", location ?? ""),
            ("file", isMissing ? "missing" : ""), ("tags", tags.joined(separator: ", ")),
            ("at", savedAt.map(LocalZone.system.text) ?? ""),
        ]
        .filter { !$0.1.isEmpty }
    }
}
