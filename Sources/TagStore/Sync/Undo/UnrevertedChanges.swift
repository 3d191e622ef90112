/// The changes of a step that undo left, because another device has made them again, and the number of all.
package struct UnrevertedChanges: Hashable, Sendable {
    /// A change that stays.
    package struct Change: Hashable, Sendable {
        /// The change, such as `title of 'Swift book'`.
        package let name: String
        /// The names of the devices that made it again.
        package let devices: [String]
    }

    /// The changes that stay.
    package private(set) var changes: [Change] = []
    /// The number of changes that were reverted.
    package private(set) var reverted = 0

    package init() {}

    /// Counts changes that were reverted.
    mutating func revert(_ count: Int = 1) { reverted += count }

    /// Records a change that stays.
    mutating func keep(_ name: String, _ devices: [String]) { changes.append(Change(name: name, devices: devices)) }

    /// The message, such as `1 of 3 changes was made again on laptop and stays`; `nil` if all were reverted.
    package var message: String? {
        guard !changes.isEmpty else { return nil }
        let all = changes.count + reverted
        var names: [String] = []
        for name in changes.flatMap(\.devices) where !names.contains(name) { names.append(name) }
        let devices = names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])" : names.first
        let were = changes.count == 1 ? ("was", "stays") : ("were", "stay")
        return "\(changes.count) of \(all) \(all == 1 ? "change" : "changes") \(were.0) made again on "
            + "\(devices ?? "another device") and \(were.1)"
    }
}
