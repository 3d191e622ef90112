internal import TagService
internal import Terminal

extension Picker {
    /// Toggles the tag of a chip, or adds the new tag.
    mutating func toggle(_ place: Int) -> [Effect] {
        guard let tag = tag(at: place) else { return place == newPlace ? addNew() : [.bell] }
        if tags.contains(chosen: tag) {
            tags.set(tag, chosen: false)
        } else if options.limit == 1 {
            tags.deselect(tags.chosen)
            tags.set(tag, chosen: true)
        } else if let limit = options.limit, tags.chosen.count >= limit {
            remark = "you can choose at most \(limit)"
            return [.bell]
        } else {
            tags.set(tag, chosen: true)
        }
        return fetchAffinities()
    }

    /// Toggles the highlighted chip and moves to the chip on its left.
    mutating func toggleAndGoBack() -> [Effect] {
        let effects = toggle(highlight)
        return effects + go(.left)
    }

    /// Adds the typed text as a new tag and chooses it.
    mutating func addNew() -> [Effect] {
        guard let name = newTag else { return [.bell] }
        if let limit = options.limit, tags.chosen.count >= limit, limit != 1 {
            remark = "you can choose at most \(limit)"
            return [.bell]
        }
        if options.limit == 1 { tags.deselect(tags.chosen) }
        tags.append(name)
        tags.set(tags.count - 1, chosen: true)
        editor.setText("")
        find()
        highlight = max(flow.count - 1, 0)
        showHighlight()
        return fetchAffinities() + findSimilar(to: name)
    }

    /// Chooses all matching tags, up to the limit.
    mutating func chooseAll() -> [Effect] {
        let limit = options.limit ?? .max
        for tag in tags.matches where !tags.contains(chosen: tag) {
            guard tags.chosen.count < limit else {
                remark = "you can choose at most \(limit)"
                return [.bell] + fetchAffinities()
            }
            tags.set(tag, chosen: true)
        }
        return fetchAffinities()
    }

    /// Toggles all matching tags, up to the limit.
    mutating func toggleAll() -> [Effect] {
        let unchosen = tags.matches.filter { !tags.contains(chosen: $0) }
        tags.deselect(tags.matches)
        for tag in unchosen.prefix((options.limit ?? .max) - tags.chosen.count) { tags.set(tag, chosen: true) }
        return fetchAffinities()
    }

    /// Finishes with the chosen tags, or with the highlighted tag if none is chosen.
    ///
    /// An expected key finishes even if there are neither.
    mutating func accept(with key: PickerKey? = nil) -> [Effect] {
        var chosen = tags.chosen.map { tags.all.tags[$0] }
        let isMoved = options.takesText && isMoving && !tags.wereChosen
        let acceptsNothing = options.acceptsNothing && (tags.wereChosen || editor.isEmpty) && !isMoved
        if chosen.isEmpty, !acceptsNothing {
            if let tag = tag(at: highlight) {
                chosen = [tags.all.tags[tag]]
            } else if let newTag {
                chosen = [PickableTag(newTag)]
            } else if key == nil, !options.acceptsNoMatch {
                remark = tags.count == 0 ? nil : "nothing matches; press Esc to cancel"
                return [.bell]
            }
        }
        guard chosen.count >= options.required else {
            remark = "choose at least \(options.required); press Tab to choose"
            return [.bell]
        }
        return [.finish(.accepted(chosen, key: key, query: editor.text), keepsDrawing: false)]
    }

    /// Chooses the preselected tags that exist, up to the limit.
    mutating func preselect() {
        guard !missing.isEmpty else { return }
        missing.removeAll { name in
            guard let tag = tags.tag(called: name) else { return false }
            if tags.chosen.count < options.limit ?? .max { tags.set(tag, chosen: true) }
            return true
        }
        if !isLoading, !missing.isEmpty { remark = "not in the list: \(missing.joined(separator: ", "))" }
    }
}

extension Picker {
    /// Handles the mouse.
    ///
    /// An inline picker doesn't know which row of the screen it starts on. A click therefore queries
    /// the position of the cursor, which is in the picker's first row.
    mutating func handle(_ event: MouseEvent) -> [Effect] {
        switch event.action {
        case .wheelUp, .wheelDown:
            let distance = event.action == .wheelUp ? -3 : 3
            if event.position.column >= size.columns { preview?.scroll(distance) } else { scroll(distance) }
        case .press(.left):
            if options.usesFullScreen { return click(event.position) }
            clicks.append(event.position)
            return [.ask([TerminalSession.cursorPositionQuestion])]
        default: break
        }
        return []
    }

    /// Handles the oldest pending click, now that the position of the cursor is known.
    mutating func resolveClick(cursor: CellPosition) -> [Effect] {
        guard !clicks.isEmpty else { return [] }
        let click = clicks.removeFirst()
        return self.click(CellPosition(row: click.row - cursor.row, column: click.column))
    }

    /// Highlights and toggles the chip at a cell of the drawing.
    private mutating func click(_ position: CellPosition) -> [Effect] {
        let rows = boardRows(in: size)
        let first = rowsAboveBoard(in: size)
        if let offer, position.row >= first + rows { return take(offer) }
        guard (first..<first + rows).contains(position.row) else { return [] }
        let row = position.row - first + top
        guard let place = flow.chip(atRow: row, column: position.column) else { return [] }
        highlight = place
        goalColumn = nil
        isMoving = true
        remark = nil
        showHighlight()
        return toggle(place)
    }

    /// Scrolls the board, and moves the highlight to a visible chip.
    private mutating func scroll(_ distance: Int) {
        let rows = boardRows(in: size)
        top = min(max(top + distance, 0), max(flow.rows - rows, 0))
        guard let frame = flow.frame(at: highlight) else { return }
        let middle = frame.column + frame.columns / 2
        if frame.row < top {
            highlight = nearest(toColumn: middle, inRow: top)
        } else if frame.row >= top + rows {
            highlight = nearest(toColumn: middle, inRow: top + rows - 1)
        }
        showHighlight()
    }

    private func nearest(toColumn column: Int, inRow row: Int) -> Int {
        flow.chips(inRows: row..<row + 1).min { abs($0.frame.column - column) < abs($1.frame.column - column) }?.place
            ?? highlight
    }
}
