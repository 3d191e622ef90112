internal import Terminal

/// A text that a key turned into a tag.
struct TakenText: Hashable, Sendable {
    let text: String
    /// The name of the tag.
    let tag: String
    /// Whether the tag was chosen before.
    let wasChosen: Bool
    let isNew: Bool
}

/// A picker as a field for tags.
///
/// Enter takes the tag that the text names, otherwise the best tag that begins with the text, otherwise a new tag. Alt+Enter and
/// comma take the text as typed. Other matches are taken only if an arrow key went to them.
extension Picker {
    /// Whether the text of the query is only white space.
    private var isBlank: Bool { editor.text.trimmed.isEmpty }

    /// Highlights the tag that Enter takes, and shows the rest of the best match behind the cursor.
    mutating func highlightTypedTag() {
        guard !isBlank else { return }
        let known = tags.tag(equalTo: editor.text)
        let match = known.flatMap { tags.matches.firstIndex(of: $0) } ?? (tags.beginnings > 0 ? 0 : nil)
        highlight = match.map { place(ofMatch: $0) } ?? newPlace ?? 0
        guard known == nil, editor.cursor == editor.count else { return }
        editor.hint = tags.completion(of: editor.text) ?? ""
    }

    /// Handles a key that has another meaning in a field for tags; returns nil for any other key.
    mutating func pressInField(_ key: KeyEvent, _ offered: TagOffer?, _ before: TakenText?) -> [Effect]? {
        guard options.takesText else { return nil }
        switch key {
        case KeyEvent(.enter), .control("m"): return isBlank ? nil : takeHighlighted()
        case KeyEvent(.enter, .alt), KeyEvent(.character(",")): return isBlank ? [.bell] : takeText()
        case KeyEvent(.backspace), .control("h"):
            guard let before, editor.isEmpty else { return nil }
            return bringBack(before)
        case KeyEvent(.tab), .control("i"):
            if let offered, isBlank { return take(offered) }
            if editor.showsHint, !isMoving { return edit(.key(KeyEvent(.right))) }
            if let best = bestOffer {
                editor.setText(tags.name(of: best))
                find()
                return []
            }
            return isBlank ? nil : takeHighlighted(toggles: true)
        case KeyEvent(.right), KeyEvent(.end): return editor.showsHint && !isMoving ? edit(.key(key)) : nil
        default: return nil
        }
    }

    /// The best match for a typed text if its own chip is highlighted, because no tag begins with it.
    private var bestOffer: Int? {
        isBlank || isMoving || tag(at: highlight) != nil || tags.tag(equalTo: editor.text) != nil
            ? nil : tags.matches.first
    }

    /// Chooses the highlighted tag, or adds the text if its chip is highlighted.
    ///
    /// - Parameter toggles: Whether a chosen tag is deselected.
    /// - Returns: The effects to perform.
    private mutating func takeHighlighted(toggles: Bool = false) -> [Effect] {
        guard let tag = tag(at: highlight) else { return takeText() }
        return take(tag, at: highlight, toggles: toggles)
    }

    /// Chooses the tag that the text names, or else adds it as a new tag.
    private mutating func takeText() -> [Effect] {
        if let known = tags.tag(equalTo: editor.text) {
            let chip = tags.matches.firstIndex(of: known).map { place(ofMatch: $0) }
            return take(known, at: chip ?? highlight, toggles: false)
        }
        let (text, name) = (editor.text, newTag ?? "")
        let effects = addNew()
        if editor.isEmpty { taken = TakenText(text: text, tag: name, wasChosen: false, isNew: true) }
        return effects
    }

    private mutating func take(_ tag: Int, at place: Int, toggles: Bool) -> [Effect] {
        let (text, wasChosen) = (editor.text, tags.contains(chosen: tag))
        var effects: [Effect] = []
        if toggles || !wasChosen { effects = toggle(place) }
        guard remark == nil else { return effects }
        if !toggles { taken = TakenText(text: text, tag: tags.name(of: tag), wasChosen: wasChosen, isNew: false) }
        editor.setText("")
        find()
        return effects
    }

    /// Brings a text back that the last key turned into a tag, and takes the tag off again.
    private mutating func bringBack(_ text: TakenText) -> [Effect] {
        if let tag = tags.tag(called: text.tag), !text.wasChosen { tags.set(tag, chosen: false) }
        if text.isNew { tags.removeLast(called: text.tag) }
        editor.setText(text.text)
        find()
        return fetchAffinities()
    }

    /// Returns an effect that looks for the known tag that a new tag resembles.
    func findSimilar(to name: String) -> [Effect] {
        guard options.takesText, let similar = sources.similar else { return [] }
        return [
            .run { do { return .similar(try similar(name)) } catch { return .rankingFailed(Remark.text(of: error)) } }
        ]
    }

    /// Offers a known tag, unless the user has typed something else meanwhile.
    mutating func show(_ found: TagOffer) {
        guard isBlank, let new = tags.tag(called: found.new), tags.contains(chosen: new) else { return }
        offer = found
        remark = "\(found.question) Tab swaps"
    }

    /// Chooses the known tag instead of the new tag.
    mutating func take(_ offered: TagOffer) -> [Effect] {
        if let new = tags.tag(called: offered.new) { tags.set(new, chosen: false) }
        if tags.tag(called: offered.known) == nil { tags.append(offered.known) }
        if let known = tags.tag(called: offered.known) { tags.set(known, chosen: true) }
        offer = nil
        find()
        return fetchAffinities()
    }
}
