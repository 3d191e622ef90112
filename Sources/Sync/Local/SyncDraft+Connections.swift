/// Connections to other programs, each of which belongs to one device (rule 11).
extension SyncDraft {
    /// Makes the connections that this database had under a former id those of this device.
    ///
    /// A connection that another device has taken over since stays there.
    ///
    /// - Parameters:
    ///   - former: The former id of this device, by the URL of each connection.
    ///   - now: The time in milliseconds since 1970.
    /// - Returns: The URLs of the connections that this device has again.
    package mutating func keepConnections(_ former: [String: DeviceID], now: UInt64) -> Set<String> {
        var kept: [String: ThingID] = [:]
        for set in state.sets.values {
            for (url, device) in set.connections where former[url] == device { kept[url] = set.id }
        }
        guard !kept.isEmpty else { return [] }
        let (stamp, name) = (nextStamp(now: now), device.folderName)
        edit { edit, _ in
            edit.stamp = stamp
            for (url, set) in kept { edit.write(set, .connection(url), .string(name)) }
        }
        return Set(kept.keys)
    }
}
