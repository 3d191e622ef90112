internal import Terminal

/// A picker as a field for tags, in which Enter takes the typed text.
extension Picker {
    /// Whether the text of the query is only white space.
    private var isBlank: Bool { editor.text.trimmed.isEmpty }

    /// Highlights the tag that Enter takes, and shows the rest of the best match behind the cursor.
    mutating func highlightTypedTag() {
        guard !isBlank else { return }
        let known = tags.tag(equalTo: editor.text)
        // The chip of a new tag is the first.
        highlight = known.flatMap { tags.matches.firstIndex(of: $0) } ?? 0
        guard known == nil, editor.cursor == editor.count else { return }
        editor.hint = tags.completion(of: editor.text) ?? ""
    }

    /// Handles a key that has another meaning in a field for tags; returns nil for any other key.
    mutating func pressInField(_ key: KeyEvent, _ offered: TagOffer?) -> [Effect]? {
        guard options.takesText else { return nil }
        switch key {
        case KeyEvent(.enter), .control("m"), KeyEvent(.character(",")):
            if isBlank { return key == KeyEvent(.character(",")) ? [.bell] : nil }
            return takeText()
        case KeyEvent(.tab), .control("i"):
            if let offered, isBlank { return take(offered) }
            if editor.showsHint, !isMoving { return edit(.key(KeyEvent(.right))) }
            if let best = bestOffer {
                editor.setText(tags.name(of: best))
                find()
                return []
            }
            return isBlank ? nil : takeText(toggles: true)
        case KeyEvent(.right), KeyEvent(.end): return editor.showsHint && !isMoving ? edit(.key(key)) : nil
        default: return nil
        }
    }

    /// The best match for a typed text that isn't the name of a tag, unless the user moved to another tag.
    private var bestOffer: Int? {
        isBlank || isMoving || tags.tag(equalTo: editor.text) != nil ? nil : tags.matches.first
    }

    /// Chooses the tag that the user moved to, or else the tag that the text names.
    ///
    /// - Parameter toggles: Whether a chosen tag is deselected.
    /// - Returns: The effects to perform.
    private mutating func takeText(toggles: Bool = false) -> [Effect] {
        let known = isMoving ? tag(at: highlight) : tags.tag(equalTo: editor.text)
        guard let known else { return addNew() }
        var effects: [Effect] = []
        if toggles || !tags.contains(chosen: known) {
            let place = tags.matches.firstIndex(of: known).map { $0 + (hasNew ? 1 : 0) }
            effects = toggle(place ?? highlight)
        }
        guard remark == nil else { return effects }
        editor.setText("")
        find()
        return effects
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
