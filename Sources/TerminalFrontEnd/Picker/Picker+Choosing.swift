internal import TagService
internal import Terminal

extension Picker {
    /// Toggles the chip at a place of the flow.
    mutating func toggle(_ place: Int) -> [Effect] {
        guard let tag = tag(at: place) else { return hasNew && place == 0 ? addNew() : [.bell] }
        if tags.contains(chosen: tag) {
            tags.set(tag, chosen: false)
        } else if options.limit == 1 {
            tags.deselect(tags.chosen)
            tags.set(tag, chosen: true)
        } else if let limit = options.limit, tags.chosen.count >= limit {
            remark = "no more than \(limit) can be chosen"
            return [.bell]
        } else {
            tags.set(tag, chosen: true)
        }
        return askAffinities()
    }

    /// Toggles and goes back to the chip before, for those who choose upwards.
    mutating func toggleAndGoBack() -> [Effect] {
        let effects = toggle(highlight)
        return effects + go(.left)
    }

    /// Makes a tag of what is typed, chosen.
    private mutating func addNew() -> [Effect] {
        guard let name = newTag else { return [.bell] }
        if let limit = options.limit, tags.chosen.count >= limit, limit != 1 {
            remark = "no more than \(limit) can be chosen"
            return [.bell]
        }
        if options.limit == 1 { tags.deselect(tags.chosen) }
        tags.append(name)
        tags.set(tags.count - 1, chosen: true)
        editor.setText("")
        find()
        highlight = max(flow.count - 1, 0)
        showHighlight()
        return askAffinities()
    }

    /// Chooses every tag that is shown, as far as the limit goes.
    mutating func chooseAll() -> [Effect] {
        let limit = options.limit ?? .max
        for tag in tags.matches where !tags.contains(chosen: tag) {
            guard tags.chosen.count < limit else {
                remark = "no more than \(limit) can be chosen"
                return [.bell] + askAffinities()
            }
            tags.set(tag, chosen: true)
        }
        return askAffinities()
    }

    /// Ends with what is chosen, or else with the highlighted tag.
    mutating func accept() -> [Effect] {
        var chosen = tags.chosen.map { tags.all.tags[$0] }
        if chosen.isEmpty {
            if let tag = tag(at: highlight) {
                chosen = [tags.all.tags[tag]]
            } else if let newTag {
                chosen = [PickableTag(newTag)]
            } else {
                remark = tags.count == 0 ? nil : "nothing matches; Esc leaves"
                return [.bell]
            }
        }
        guard chosen.count >= options.required else {
            remark = "\(options.required) must be chosen; Tab chooses"
            return [.bell]
        }
        return [.finish(.accepted(chosen), keepsDrawing: false)]
    }
}
