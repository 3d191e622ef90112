internal import TagService
internal import Terminal

extension ItemList {
    mutating func update(_ input: ProgramInput<Message>) -> [Effect] {
        switch input {
        case .started: return loadMore()
        case .message(.loaded(let page, let load)): return finish(load, with: page)
        case .message(.loadingFailed(let reason)): return finishLoading(failure: reason)
        case .message(.changed(let change)): return finish(change)
        case .message(.opened(let text)):
            remark = text
            showHighlight()
            return []
        case .event(.resize(let size)):
            self.size = size
            showHighlight()
            scrollDetail(by: 0)
            return []
        case .event(.inputEnded): return [.finish(.interrupted, keepsDrawing: false)]
        case .event(let event): return take(event)
        }
    }

    /// Handles an event that may be a key.
    mutating func handle(_ event: TerminalEvent) -> [Effect] {
        switch event {
        case .key(let key):
            remark = nil
            isGoingToEnd = false
            defer { showHighlight() }
            return pressControl(key) ?? (detail == nil ? press(key) : pressInDetail(key))
        case .text where detail != nil, .paste where detail != nil:
            detail = nil
            return []
        // A letter outside ASCII isn't a command, but pasted text can only be meant for the query.
        case .text where isOnList: return [.bell]
        case .text, .paste:
            remark = nil
            isOnList = false
            return edit(event)
        default: return []
        }
    }

    /// Handles a key that has the same meaning everywhere; returns nil for other keys.
    private func pressControl(_ key: KeyEvent) -> [Effect]? {
        switch key {
        case .control("c"): [.finish(.interrupted, keepsDrawing: false)]
        case .control("z"): [.suspend]
        case .control("l"): [.redraw]
        default: nil
        }
    }

    private mutating func press(_ key: KeyEvent) -> [Effect] {
        switch key {
        case KeyEvent(.enter), .control("m"): return showDetail()
        case KeyEvent(.escape), .control("["), .control("g"): return [.finish(.left, keepsDrawing: false)]
        case KeyEvent(.tab), .control("i"):
            guard isOnList else {
                isOnList = true
                return []
            }
            return mark()
        case KeyEvent(.tab, .shift):
            isOnList.toggle()
            return []
        default: break
        }
        if let move = Self.moves[key] ?? (isOnList ? Self.listMoves[key] : nil) { return go(move) }
        return isOnList ? pressOnList(key) : edit(.key(key))
    }

    /// Marks the highlighted item or removes its mark, and goes to the next item.
    private mutating func mark() -> [Effect] {
        guard let id = highlighted?.id else { return [.bell] }
        if marked.remove(id) == nil {
            guard marked.count < Self.markLimit else {
                remark = "at most \(Self.markLimit) items can be marked; use 'tag-items --matching' for more"
                return [.bell]
            }
            marked.insert(id)
        }
        return go(.rows(1))
    }

    /// The maximum number of marked items.
    private static let markLimit = 10_000

    private mutating func pressOnList(_ key: KeyEvent) -> [Effect] {
        switch key {
        case KeyEvent(.character("e")): return editTags()
        case KeyEvent(.character("o")): return open()
        case KeyEvent(.character("d")): return delete()
        case KeyEvent(.character("u")): return undo()
        case KeyEvent(.character("q")): return [.finish(.left, keepsDrawing: false)]
        case KeyEvent(.character("i")):
            table.showsIDs.toggle()
            return []
        case KeyEvent(.character("/")):
            isOnList = false
            return []
        default: return [.bell]
        }
    }

    private mutating func edit(_ event: TerminalEvent) -> [Effect] {
        switch editor.update(event) {
        case .changed: return find()
        case .refused: return [.bell]
        case .endOfInput: return [.finish(.left, keepsDrawing: false)]
        default: return []
        }
    }

    /// A movement of the highlight.
    private enum Move {
        case rows(Int)
        case pages(Int)
        case first
        case last
    }

    private static let moves: [KeyEvent: Move] = [
        KeyEvent(.up): .rows(-1), KeyEvent(.down): .rows(1), .control("p"): .rows(-1), .control("n"): .rows(1),
        .control("k"): .rows(-1), .control("j"): .rows(1), KeyEvent(.pageUp): .pages(-1),
        KeyEvent(.pageDown): .pages(1),
    ]

    /// The movements that edit the query instead if the highlight isn't on the list.
    private static let listMoves: [KeyEvent: Move] = [
        KeyEvent(.home): .first, KeyEvent(.end): .last, KeyEvent(.character("k")): .rows(-1),
        KeyEvent(.character("j")): .rows(1), KeyEvent(.character("g")): .first,
        KeyEvent(.character("G"), .shift): .last, KeyEvent(.character("G")): .last,
    ]

    private mutating func go(_ move: Move) -> [Effect] {
        // Up from the first item leads to the query above it.
        if case .rows(-1) = move, highlight == 0 {
            isOnList = false
            return []
        }
        isOnList = true
        switch move {
        case .rows(let count): highlight += count
        case .pages(let count): highlight += count * max(listRows(in: size) - 1, 1)
        case .first: highlight = 0
        case .last:
            highlight = items.count - 1
            isGoingToEnd = next != nil
        }
        showHighlight()
        return loadMore()
    }
}

/// The view of the whole item.
extension ItemList {
    private mutating func showDetail() -> [Effect] {
        guard let item = highlighted else { return [.bell] }
        detail = ItemDetail(item)
        return []
    }

    /// Scrolls an item that is taller than the screen; any other key goes back to the list.
    private mutating func pressInDetail(_ key: KeyEvent) -> [Effect] {
        let page = max(detailRows(in: size) - 1, 1)
        switch key {
        case KeyEvent(.up) where detailScrolls: scrollDetail(by: -1)
        case KeyEvent(.down) where detailScrolls: scrollDetail(by: 1)
        case KeyEvent(.pageUp) where detailScrolls: scrollDetail(by: -page)
        case KeyEvent(.pageDown) where detailScrolls: scrollDetail(by: page)
        default: detail = nil
        }
        return []
    }

    private mutating func scrollDetail(by rows: Int) {
        guard var detail else { return }
        let count = detail.rows(columns: size.columns, widths: widths).count
        detail.top = min(max(detail.top + rows, 0), max(count - detailRows(in: size), 0))
        self.detail = detail
    }
}
