internal import TagService

/// The chips of a reviewed item: its tags, the tags that were added, and the numbered suggestions.
///
/// ```text
/// (✓language ) (+perf )
/// (1✓swift 93 % ) (2 ui 41 % )
/// ```
struct ReviewChips: Hashable, Sendable {
    /// A tag that is on or off.
    struct Chip: Hashable, Sendable {
        /// The origin of a chip.
        enum Kind: Hashable, Sendable {
            /// A tag that the item has.
            case tag
            /// A tag that was typed; it may be new.
            case added(isNew: Bool)
            /// A suggestion with the digit that toggles it, and its probability.
            case suggestion(digit: Int, probability: Double?)
        }

        let name: String
        var kind: Kind
        var isOn: Bool

        /// The probability of a suggestion, such as `93 %`; empty without one.
        var probabilityText: String {
            guard case .suggestion(_, let probability?) = kind else { return "" }
            return ReviewChips.text(of: probability)
        }

        /// The digit that toggles the chip; nil unless it's a suggestion.
        var digit: Int? { if case .suggestion(let digit, _) = kind { digit } else { nil } }
    }

    /// The chips: tags and added tags, then suggestions.
    ///
    /// The digits of suggestions don't change when one is dismissed.
    private(set) var chips: [Chip] = []
    /// The index of the highlighted chip, or nil.
    private(set) var highlight: Int?

    /// Creates no chips.
    init() {}

    /// Creates the chips of an item; tags and likely suggestions are on.
    init(of subject: ReviewSubject) {
        chips = subject.item.tags.map { Chip(name: $0, kind: .tag, isOn: true) }
        chips += subject.suggestions.prefix(9).enumerated()
            .map { place, suggestion in
                Chip(
                    name: suggestion.tag, kind: .suggestion(digit: place + 1, probability: suggestion.probability),
                    isOn: suggestion.probability ?? 0 >= TagService.Review.likely)
            }
    }

    /// The tags to save: the names of the chips that are on.
    var tags: [String] { chips.filter(\.isOn).map(\.name) }
    /// The item's tags and the added tags.
    var own: [Chip] { chips.filter { $0.digit == nil } }
    /// The suggestions.
    var suggestions: [Chip] { chips.filter { $0.digit != nil } }
    /// The highlighted chip, or nil.
    var highlighted: Chip? { highlight.map { chips[$0] } }
    /// The suggestion that a dismissal is for: the highlighted one, or the first if nothing is highlighted.
    var dismissible: Chip? {
        guard let highlighted else { return suggestions.first }
        return highlighted.digit == nil ? nil : highlighted
    }

    /// Returns a probability as text, such as `93 %`; rounded down, so that 60 % means that a suggestion is on.
    static func text(of probability: Double) -> String { "\(Int(probability * 100)) %" }

    /// Returns whether a tag is on.
    func isOn(_ name: String) -> Bool { index(of: name).map { chips[$0].isOn } ?? false }

    /// Toggles a suggestion; returns false if there is none with the digit.
    mutating func toggle(digit: Int) -> Bool {
        guard let index = chips.firstIndex(where: { $0.digit == digit }) else { return false }
        chips[index].isOn.toggle()
        return true
    }

    /// Toggles the highlighted chip; returns false if there is none.
    mutating func toggleHighlighted() -> Bool {
        guard let highlight else { return false }
        chips[highlight].isOn.toggle()
        return true
    }

    /// Turns a tag on, and adds it if it has no chip.
    mutating func add(_ name: String, isNew: Bool = false) {
        if let index = index(of: name) {
            chips[index].isOn = true
            return
        }
        let end = own.count
        chips.insert(Chip(name: name, kind: .added(isNew: isNew), isOn: true), at: end)
        if let highlight, highlight >= end { self.highlight = highlight + 1 }
    }

    /// Turns a tag off; an added tag loses its chip.
    mutating func remove(_ name: String) {
        guard let index = index(of: name) else { return }
        if case .added = chips[index].kind { removeChip(at: index) } else { chips[index].isOn = false }
    }

    /// Removes the chip of a suggestion, and highlights the next one if it was highlighted.
    mutating func dismiss(_ name: String) {
        guard let index = index(of: name), chips[index].digit != nil else { return }
        removeChip(at: index)
    }

    /// Moves the highlight by a number of chips; the first move goes to the first suggestion.
    mutating func moveHighlight(by distance: Int) {
        guard !chips.isEmpty else { return }
        let first = own.count < chips.count ? own.count : 0
        guard let highlight else {
            self.highlight = distance > 0 ? first : (first + chips.count + distance) % chips.count
            return
        }
        self.highlight = (highlight + chips.count + distance) % chips.count
    }

    /// Returns the chips of the item after another program has changed it, with the choices made so far.
    func rebased(on subject: ReviewSubject) -> ReviewChips {
        var new = ReviewChips(of: subject)
        for chip in chips {
            switch chip.kind {
            case .tag: if !chip.isOn { new.remove(chip.name) }
            case .added(let isNew): new.add(chip.name, isNew: isNew)
            case .suggestion: if chip.isOn { new.add(chip.name) } else { new.turnOffSuggestion(chip.name) }
            }
        }
        return new
    }

    private mutating func turnOffSuggestion(_ name: String) {
        guard let index = index(of: name), chips[index].digit != nil else { return }
        chips[index].isOn = false
    }

    private mutating func removeChip(at index: Int) {
        chips.remove(at: index)
        guard let highlight else { return }
        if highlight > index { self.highlight = highlight - 1 } else if index == chips.count { self.highlight = nil }
    }

    private func index(of name: String) -> Int? {
        chips.firstIndex { $0.name == name } ?? chips.firstIndex { TagService.Tags.isSpelling($0.name, of: name) }
    }
}
