/// The changes of a step that undo left, because of changes by other devices, and the number of all.
package struct UnrevertedChanges: Hashable, Sendable {
    /// Why a change stays.
    package enum Reason: Hashable, Sendable, CaseIterable {
        /// It was made again, or changed.
        case again
        /// It was already reverted.
        case reverted
        /// Its item, tag, set or view was deleted.
        case deleted
        /// The new tag or set is in use.
        case used
        /// Another item, tag, set or view has the old location or name.
        case taken
    }

    /// A change that stays.
    package struct Change: Hashable, Sendable {
        /// The change, such as `title of 'Swift book'`.
        package let name: String
        /// Why it stays.
        package let reason: Reason
        /// The names of the devices whose changes are the reason.
        package let devices: [String]
    }

    /// The changes that stay.
    package private(set) var changes: [Change] = []
    /// The number of changes that were reverted.
    package private(set) var reverted = 0

    package init() {}

    /// Counts changes that were reverted.
    mutating func revert(_ count: Int = 1) { reverted += count }

    /// Records a change that stays because devices made it again.
    mutating func keep(_ name: String, _ devices: [String]) { keep(name, .again, devices) }

    /// Records a change that stays.
    mutating func keep(_ name: String, _ reason: Reason, _ devices: [String]) {
        changes.append(Change(name: name, reason: reason, devices: devices))
    }

    /// The message, such as `1 of 3 changes was made again on laptop and stays`; `nil` if all were reverted.
    package var message: String? {
        guard !changes.isEmpty else { return nil }
        let all = changes.count + reverted
        let total = "\(changes.count) of \(all) \(all == 1 ? "change" : "changes")"
        let groups = Reason.allCases.map { reason in changes.filter { $0.reason == reason } }.filter { !$0.isEmpty }
        if groups.count == 1, let group = groups.first, let reason = group.first?.reason {
            return "\(total) \(reason.text(count: group.count, Self.devices(of: group)))"
                + reason.result(isOne: group.count == 1)
        }
        let parts = groups.compactMap { group in
            group.first.map { "\(group.count) \($0.reason.text(count: group.count, Self.devices(of: group)))" }
        }
        return "\(total) stay: \(parts.joined(separator: ", "))"
    }

    /// Returns the names of the devices, such as `laptop and desktop`.
    private static func devices(of changes: [Change]) -> String {
        var names: [String] = []
        for name in changes.flatMap(\.devices) where !names.contains(name) { names.append(name) }
        return list(names)
    }

    /// Returns names of devices as a list, such as `laptop and desktop`.
    package static func list(_ names: [String]) -> String {
        guard names.count > 1 else { return names.first ?? "another device" }
        return "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    }
}

extension UnrevertedChanges.Reason {
    /// The reason, such as `was made again on laptop`.
    fileprivate func text(count: Int, _ devices: String) -> String {
        let were = count == 1 ? "was" : "were"
        return switch self {
        case .again: "\(were) made again on \(devices)"
        case .reverted: "\(were) already reverted on \(devices)"
        case .deleted: "\(were) deleted on \(devices)"
        case .used: "\(count == 1 ? "is" : "are") used on \(devices)"
        case .taken: "\(count == 1 ? "has" : "have") a location or name that is taken"
        }
    }

    /// The consequence for the changes.
    fileprivate func result(isOne: Bool) -> String {
        switch self {
        case .again, .used, .taken: isOne ? " and stays" : " and stay"
        case .deleted: isOne ? " and stays deleted" : " and stay deleted"
        case .reverted: ""
        }
    }
}
