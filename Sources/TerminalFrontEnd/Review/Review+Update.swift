internal import TagService
internal import Terminal

extension Review {
    mutating func update(_ input: ProgramInput<Message>) -> [Effect] {
        switch input {
        case .started: return (asksBackground ? [.ask([TerminalBackground.question])] : []) + showItem()
        case .message(let message): return handle(message)
        case .event(.inputEnded): return [.finish(.interrupted(summary), keepsDrawing: false)]
        case .event(.reply(.operatingSystemCommand(TerminalBackground.command, let text))):
            if let background = TerminalBackground(reply: text) { isOnLight = background == .light }
            return []
        case .event(.key(.control("c"))): return [.finish(.interrupted(summary), keepsDrawing: false)]
        case .event(let event):
            if isWaiting {
                heldEvents.append(event)
                return []
            }
            return handle(event)
        }
    }

    private mutating func handle(_ message: Message) -> [Effect] {
        switch message {
        case .loaded(let id, let loaded): return finishLoading(id, loaded)
        case .loadingFailed(let reason): return finishLoading(failure: reason)
        case .changed(let change): return finish(change)
        case .noted(let new):
            notice = new
            return []
        case .similar(let found):
            guard let found, field.hasNoTag, chips.isOn(found.new) else { return [] }
            field.offer = found
            notice = Notice(text: "\(found.question) Tab swaps")
            return []
        }
    }

    /// Whether keys wait, because they are for an item that isn't shown yet.
    private var isWaiting: Bool { isChanging || subject == nil && loading != nil }

    /// Handles the held keys, until one of them starts another change or ends the review.
    mutating func releaseKeys() -> [Effect] {
        var effects: [Effect] = []
        while !isWaiting, !heldEvents.isEmpty {
            effects += handle(heldEvents.removeFirst())
            if case .finish = effects.last { break }
        }
        return effects
    }

    private mutating func handle(_ event: TerminalEvent) -> [Effect] {
        let (before, offered) = (field.taken, field.offer)
        switch event {
        case .key(let key):
            notice = nil
            (field.taken, field.offer) = (nil, nil)
            return pressControl(key) ?? pressForItem(key, before, offered)
        case .text, .paste:
            guard question == nil, subject != nil else { return [.bell] }
            notice = nil
            (field.taken, field.offer) = (nil, nil)
            return edit(event)
        default: return []
        }
    }

    /// Handles a key that has the same meaning everywhere; returns nil for other keys.
    private mutating func pressControl(_ key: KeyEvent) -> [Effect]? {
        switch key {
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        case KeyEvent(.escape), .control("["), .control("g"):
            guard field.isEmpty else {
                field.clear()
                return []
            }
            return [.finish(.finished(summary), keepsDrawing: false)]
        default: return nil
        }
    }

    private mutating func pressForItem(_ key: KeyEvent, _ before: TakenText?, _ offered: TagOffer?) -> [Effect] {
        // An item that couldn't be loaded is tried again.
        guard let subject else { return showItem() }
        if let question { return press(key, on: subject, asking: question) }
        guard field.hasNoTag else { return pressInField(key) }
        switch key {
        case KeyEvent(.tab), .control("i"):
            guard let offered else { return highlight(1) }
            return take(offered)
        case KeyEvent(.backspace), .control("h"):
            if let before { return bringBack(before) }
            return field.isEmpty ? [.bell] : edit(.key(key))
        case KeyEvent(.enter), .control("m"): return save()
        default:
            if let digit = key.digit(with: .alt) { return chips.toggle(digit: digit) ? save() : [.bell] }
            return field.isEmpty ? press(key, on: subject) : pressInField(key)
        }
    }

    /// Handles a key for an item while no tag is typed.
    private mutating func press(_ key: KeyEvent, on subject: ReviewSubject) -> [Effect] {
        if let digit = key.digit(with: []) { return chips.toggle(digit: digit) ? [] : [.bell] }
        switch key {
        case KeyEvent(.character("s")), KeyEvent(.right): return decide(.skip)
        case KeyEvent(.character("x")): return dismiss()
        case KeyEvent(.character("u")): return undo()
        case KeyEvent(.character("o")): return open(subject.item)
        case KeyEvent(.down): return highlight(1)
        case KeyEvent(.up), KeyEvent(.tab, .shift): return highlight(-1)
        case KeyEvent(.character(",")), KeyEvent(.enter, .alt): return [.bell]
        case KeyEvent(.character(" ")): return chips.toggleHighlighted() ? [] : [.bell]
        default: return edit(.key(key))
        }
    }

    /// Handles a key for an item in a review of one tag.
    private mutating func press(_ key: KeyEvent, on subject: ReviewSubject, asking tag: String) -> [Effect] {
        switch key {
        case KeyEvent(.character("y")), KeyEvent(.enter), .control("m"): decide(.tag(tag))
        case KeyEvent(.character("n")), KeyEvent(.character("x")): decide(.dismiss(tag))
        case KeyEvent(.character("s")), KeyEvent(.right): decide(.skip)
        case KeyEvent(.character("u")): undo()
        case KeyEvent(.character("o")): open(subject.item)
        default: [.bell]
        }
    }

    private mutating func highlight(_ distance: Int) -> [Effect] {
        chips.moveHighlight(by: distance)
        return chips.highlight == nil ? [.bell] : []
    }

    private mutating func save() -> [Effect] { decide(.save(chips.tags)) }

    /// Dismisses the highlighted or first suggestion; a highlighted tag of the item is only turned off.
    private mutating func dismiss() -> [Effect] {
        if let highlighted = chips.highlighted, highlighted.digit == nil {
            chips.remove(highlighted.name)
            notice = Notice(text: "\(highlighted.name) is off; Enter saves", isQuiet: true)
            return []
        }
        return chips.dismissible.map { decide(.dismiss($0.name)) } ?? [.bell]
    }

    private mutating func open(_ item: Item) -> [Effect] {
        guard let location = item.location else {
            notice = Notice(text: "\(item.name) has no location")
            return [.bell]
        }
        let actions = source.actions
        return [
            .run {
                do {
                    try actions.open(location)
                    return .noted(Notice(text: "opened \(location)", isQuiet: true))
                } catch { return .noted(Notice(text: Remark.text(of: error))) }
            }
        ]
    }
}

extension KeyEvent {
    /// Returns the digit from 1 to 9 of the key, if it was pressed with exactly these modifiers.
    func digit(with modifiers: KeyModifiers) -> Int? {
        guard self.modifiers == modifiers, case .character(let character) = key, character.isASCII,
            let digit = character.wholeNumberValue, digit > 0
        else { return nil }
        return digit
    }
}
