internal import TagCore
internal import TagStore

/// Changing the selection of a set.
extension TagService.Selection {
    /// The names of the tags that are selected in a set, in its order.
    public func tags(in reference: SetReference = .chosen) throws -> [String] {
        try reading(reference) { reader, set in try reader.selectedTagNames(inSet: set.id) }
    }

    /// Toggles tags of a set: selects those that aren't selected, and deselects those that are.
    ///
    /// A tag that is named twice is toggled once.
    ///
    /// - Parameters:
    ///   - names: the tags, by name, key or alias.
    ///   - reference: the set.
    ///   - addingMissing: whether tags that exist elsewhere in the database or in the model are added to the set if they are missing from
    ///     it; otherwise they are an error.
    ///   - implied: the effect on the tags implied by tags that are turned on.
    /// - Returns: the changed tags.
    /// - Throws: `TagServiceError` for an unknown set or tag, `StoreError`.
    @discardableResult public func toggle(
        _ names: [String], in reference: SetReference = .chosen, addingMissing: Bool = false,
        implied: ImpliedSelection = .none
    ) throws -> TagChange { try change(names, .toggle, in: reference, addingMissing: addingMissing, implied: implied) }

    /// Selects tags of a set.
    ///
    /// - Parameters:
    ///   - names: the tags, by name, key or alias.
    ///   - reference: the set.
    ///   - implied: the effect on the tags implied by tags that are turned on.
    /// - Returns: the changed tags.
    /// - Throws: `TagServiceError` for an unknown set or a tag that isn't in it, `StoreError`.
    @discardableResult public func select(
        _ names: [String], in reference: SetReference = .chosen, implied: ImpliedSelection = .none
    ) throws -> TagChange { try change(names, .select, in: reference, implied: implied) }

    /// Deselects tags of a set; the tags that they imply stay as they are.
    ///
    /// - Throws: `TagServiceError` for an unknown set or a tag that isn't in it, `StoreError`.
    @discardableResult public func deselect(_ names: [String], in reference: SetReference = .chosen) throws -> TagChange
    { try change(names, .deselect, in: reference) }

    private func change(
        _ names: [String], _ action: SelectionAction, in reference: SetReference, addingMissing: Bool = false,
        implied: ImpliedSelection = .none
    ) throws -> TagChange {
        try writing(reference) { writer, set in
            if addingMissing {
                let tags = try names.map { try CheckedName(nameOfSuggested($0, in: writer.reader), of: .tag(nil)) }
                _ = try TagService.Sets.add(tags, to: set, with: writer)
            }
            let members = try Self.members(names, of: set, in: writer.reader, canBeMade: action != .deselect)
            return try setSelection(of: members, applying: action, implied: implied, in: set, with: writer)
        }
    }

    /// Returns the name of a tag of the database or, failing that, of the model in use.
    private func nameOfSuggested(_ name: String, in reader: StoreReader) throws -> String {
        if let tag = try reader.target(of: TagKey(name))?.tag { return tag.name }
        do {
            let theirs = try service.suggestions.usableModel(in: reader)?
                .read { model, _ in try model.target(of: TagKey(name))?.tag.name }
            if let theirs = theirs ?? nil { return theirs }
        } catch is ModelError {
            // A damaged model is treated as empty.
        }
        return try Self.tag(name, in: reader).name
    }

    /// Returns the names of the tags with the given chip numbers on a set's board.
    ///
    /// - Parameters:
    ///   - numbers: chip numbers, counted from 1.
    ///   - drawn: the boards that the user has seen. A number refers to the tag that was last drawn
    ///     with it. A number that hasn't been drawn yet refers to the chip that has the number now.
    ///   - reference: the set.
    /// - Returns: the names, in the order of the numbers.
    /// - Throws: `TagServiceError.unknownNumber`, `.chipGone` for a tag that was removed from the set since it was drawn.
    public func tagNames(
        ofChips numbers: [Int], asDrawn drawn: DrawnNumbers = DrawnNumbers(), in reference: SetReference = .chosen
    ) throws -> [String] {
        try reading(reference) { reader, set in
            let members = try Self.members(numbers, asDrawn: drawn, of: set, in: reader)
            let names = try reader.names(of: members.map(\.tagID))
            return members.map { names[$0.tagID] ?? "" }
        }
    }

    /// Returns the members of a set that chip numbers refer to.
    private static func members(
        _ numbers: [Int], asDrawn drawn: DrawnNumbers, of set: SetRow, in reader: StoreReader
    ) throws -> [MemberRow] {
        let isDrawn = numbers.allSatisfy { drawn.tag($0, ofSet: set.id) != nil }
        let present = isDrawn ? [] : try reader.members(ofSet: set.id)
        return try numbers.map { number in
            if let tag = drawn.tag(number, ofSet: set.id) {
                guard let member = try reader.member(setID: set.id, tagID: tag.id) else {
                    throw TagServiceError.chipGone(number, tag: tag.name, set: set.name)
                }
                return member
            }
            guard (1...).contains(number), number <= present.count else {
                throw TagServiceError.unknownNumber(number, count: present.count)
            }
            return present[number - 1]
        }
    }

    /// Deselects every tag of a set.
    @discardableResult public func clear(in reference: SetReference = .chosen) throws -> TagChange {
        try writing(reference) { writer, set in
            writer.summary = "clear"
            let members = try writer.reader.members(ofSet: set.id).filter(\.isSelected)
            let names = try writer.reader.names(of: members.map(\.tagID))
            for var member in members {
                member.isSelected = false
                try writer.apply(.putMember(member))
            }
            return TagChange(
                set: set.name, changed: members.map { names[$0.tagID] ?? "" }, unchanged: [],
                selected: members.map { _ in false })
        }
    }

    /// Selects or deselects members of a set within a transaction.
    func setSelection(
        of members: [(TagRow, MemberRow)], applying action: SelectionAction, implied: ImpliedSelection = .none,
        in set: SetRow, with writer: StoreWriter
    ) throws -> TagChange {
        var on: [TagRow] = []
        var change = TagChange(set: set.name, changed: [], unchanged: [])
        var seen: Set<Int64> = []
        for case (let tag, var member) in members where seen.insert(tag.id).inserted {
            let isOn = action == .toggle ? !member.isSelected : action == .select
            if isOn { on.append(tag) }
            guard isOn != member.isSelected else {
                change.unchanged.append(tag.name)
                continue
            }
            member.isSelected = isOn
            try writer.apply(.putMember(member))
            if isOn { try use(tag, with: writer) }
            change.changed.append(tag.name)
            change.selected.append(isOn)
        }
        let following = try selectImplied(implied, by: on, in: set, with: writer)
        change.changed += following.map(\.name)
        change.selected += following.map { _ in true }
        change.unchanged.removeAll(where: following.map(\.name).contains)
        // The chosen tags count as given last.
        for name in try deselectOthers(of: following + on, in: set, with: writer) { change.deselect(name) }
        writer.summary = StepSummary(command: action.rawValue, names: change.changed).text
        return change
    }

    /// Deselects the tags of a set that others of their groups displace, like radio buttons, and returns their names.
    private func deselectOthers(of on: [TagRow], in set: SetRow, with writer: StoreWriter) throws -> [String] {
        let groups = try writer.groups()
        guard !groups.isEmpty, !on.isEmpty else { return [] }
        let selected = try writer.reader.selectedTagIDs(inSet: set.id)
        let displaced = groups.displaced(among: selected, given: on.map(\.id))
        let names = try writer.reader.names(of: displaced)
        return try displaced.compactMap { id in
            guard var member = try writer.reader.member(setID: set.id, tagID: id) else { return nil }
            member.isSelected = false
            try writer.apply(.putMember(member))
            return names[id]
        }
    }

    /// Counts a use of a tag at a time in milliseconds since 1970; `nil` means now.
    func use(_ tag: TagRow, at time: Int64? = nil, with writer: StoreWriter) throws {
        let frecency = StoredFrecency.adding(useAt: time ?? milliseconds, to: tag.frecency)
        try writer.apply(.setFrecency(tagID: tag.id, frecency))
    }
}

/// The effect of a command on the selection of a tag.
enum SelectionAction: String {
    /// Selects a tag that isn't selected, and deselects a tag that is.
    case toggle
    /// Selects the tag.
    case select
    /// Deselects the tag.
    case deselect
}

/// The effect of a command on a selection or a set.
///
/// ```swift
/// let change = try service.selection.toggle(["music", "music"])
/// for (tag, isSelected) in zip(change.changed, change.selected) {
///     print(tag, isSelected ? "on" : "off")
/// }
/// ```
public struct TagChange: Hashable, Sendable {
    /// The set's name.
    public var set: String
    /// The names of the tags that changed.
    public var changed: [String]
    /// The names of the tags that were already in the requested state.
    public var unchanged: [String]
    /// Whether each changed tag is selected now, in the order of `changed`.
    public var selected: [Bool] = []

    /// Records that another tag of its group displaced a tag, which the change may have selected itself.
    fileprivate mutating func deselect(_ name: String) {
        unchanged.removeAll { $0 == name }
        if let place = changed.firstIndex(of: name) {
            changed.remove(at: place)
            selected.remove(at: place)
            unchanged.append(name)
        } else {
            changed.append(name)
            selected.append(false)
        }
    }
}
