internal import Foundation
public import TagService

extension Item {
    /// The title, or the location of an item without a title.
    public var heading: String { title.isEmpty ? location ?? "" : title }

    /// The heading, or the number of an item without title and location.
    var name: String { heading.isEmpty ? "item \(id)" : heading }

    /// The host of the location without `www.`, such as `swift.org` or `swift.org (dead)`; empty without one.
    ///
    /// It is `missing` for the path of a file that doesn't exist.
    var host: String {
        if isMissing { return "missing" }
        guard let location, let host = URL(string: location)?.host() else { return "" }
        let mark = checked?.isDead == true ? " (dead)" : checked?.isMoved == true ? " (moved)" : ""
        return (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host) + mark
    }

    /// Whether the location is the path of a file that doesn't exist.
    public var isMissing: Bool {
        guard let location else { return false }
        let path = location.hasPrefix("file://") ? URL(string: location)?.path(percentEncoded: false) : location
        guard let path, path.hasPrefix("/") else { return false }
        return !FileManager.default.fileExists(atPath: path)
    }

    /// The result of the last check of the location, such as `2026-11-29 08:30:00, 404, dead`; empty if there is none.
    var checkedText: String {
        guard let checked else { return "" }
        let status = checked.status == 0 ? "no response" : "\(checked.status)"
        let meaning = checked.location.map { ", moved to \($0)" } ?? (checked.isDead ? ", dead" : "")
        return "\(LocalZone.system.text(checked.at)), \(status)\(meaning)"
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
            ("file", isMissing ? "missing" : ""), ("checked", checkedText), ("tags", tags.joined(separator: ", ")),
            ("at", savedAt.map(LocalZone.system.text) ?? ""),
        ]
        .filter { !$0.1.isEmpty }
    }
}
