/// Which items a store has to load.
extension SyncDraft {
    /// The place of an item that only one item has.
    package struct Place: Hashable, Sendable {
        /// The set, as it is shown.
        package let set: ThingID
        /// The location.
        package let location: String?
        /// The date in days since 1970, for an item without a location.
        package let day: Int64?
    }

    /// Returns the places of loaded items after registers were received.
    package func itemKeys(receiving received: [Register]) -> Set<Place> {
        var registers = registers
        for register in received where register.key.thing.kind != .tag { registers.merge(register) }
        // A set that is received now may be shown as one that is known.
        let state = received.contains { $0.key.thing.kind == .set } ? ShownState(registers) : self.state
        return Set(
            registers.things.compactMap { thing, fields in
                guard thing.kind == .item, let set = fields[.set]?.value.thing else { return nil }
                let location = fields[.location]?.value.string
                let day = location == nil ? fields[.day]?.value.number : nil
                guard location != nil || day != nil else { return nil }
                // The row is that of any id of the set.
                let shown = state.sets[state.shownIDs[set] ?? set]
                let known = ([set] + (shown?.ids ?? [])).first { rows.row(of: $0) != nil }
                return Place(set: known ?? set, location: location, day: day)
            })
    }

    /// Finds the ids that new items may get, so that they can be loaded before rows become registers.
    ///
    /// - Parameters:
    ///   - items: The new items.
    ///   - name: Returns the name of a tag.
    ///   - set: Returns the id that a set has or will have.
    ///   - isStored: Returns whether an item is stored.
    /// - Returns: The ids.
    package func possibleIDs(
        of items: [LocalItem], name: (Int64) -> String?, set: (Int64) -> ThingID, isStored: (ThingID) throws -> Bool
    ) rethrows -> Set<ThingID> {
        var ids: Set<ThingID> = []
        var numbers: [[String]: Int] = [:]
        for item in items {
            let set = set(item.set)
            if let key = item.key(in: set) {
                ids.insert(key.hash)
            } else if item.isImported {
                numbers[item.content(in: set, tags: item.tags.compactMap(name)), default: 0] += 1
            }
        }
        // Equal items may have the first numbers already.
        for (content, count) in numbers {
            var (number, free) = (0, 0)
            while free < count {
                number += 1
                let id = ThingID(kind: .item, key: content + [String(number)])
                ids.insert(id)
                if try !isStored(id) { free += 1 }
            }
        }
        return ids
    }
}

extension Registers {
    /// Returns whether a thing exists by its registers alone: it wasn't deleted, or edited after that (rule 5).
    package func isAlive(_ thing: ThingID) -> Bool { isAlive(thing, flaws: []) }
}
