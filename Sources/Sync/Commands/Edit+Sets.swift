extension Edit {
    /// Creates a set, or changes whether its items are days.
    mutating func createSet(_ name: String, isDaily: Bool) throws(CommandRefusal) {
        let id = try set(named: name)
        write(id, .kind, isDaily ? .string(dailySet) : .empty)
    }

    /// Adds a tag to a set, before the member with an index; its position is a fraction between its neighbors.
    mutating func addMember(_ name: String, to set: ShownSet, index: Int) throws(CommandRefusal) {
        let tag = try tag(named: name)
        guard !set.members.contains(tag) else { return }
        let place = min(max(0, index), set.positions.count)
        let lower = place > 0 ? set.positions[place - 1] : nil
        let upper = place < set.positions.count ? set.positions[place] : nil
        write(set.id, .member(tag), .position(.between(lower, upper)))
    }

    /// Deletes a set under all of its ids, and its items (rule 5).
    mutating func drop(_ set: ShownSet) {
        for item in state.items.values.sorted(by: { $0.id < $1.id }) where item.set == set.id { delete(item.ids) }
        delete(set.ids)
    }
}
