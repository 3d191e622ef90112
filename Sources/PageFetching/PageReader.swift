internal import HTMLParsing

/// Collects the title, descriptions and visible text of a page from its elements.
final class PageReader: HTMLVisitor {
    /// The error for a page whose elements are nested too deeply.
    private struct DepthError: Error {}

    private let limits: FetchLimits
    private var depth = 0
    /// The depth of the outermost element that is skipped, contains the page's subject or is the title.
    private var skippedDepth: Int?
    private var mainDepth: Int?
    private var titleDepth: Int?
    private var titleWords: WordCollector
    private var allWords: WordCollector
    private var mainWords: WordCollector
    /// The first value of each name or property of a `<meta>` that is used.
    private var values: [String: String] = [:]

    private init(limits: FetchLimits) {
        self.limits = limits
        titleWords = WordCollector(maximumWords: .max, maximumBytes: limits.titleSize)
        allWords = WordCollector(maximumWords: limits.words, maximumBytes: limits.textSize)
        mainWords = allWords
    }

    /// Reads a page of HTML.
    ///
    /// - Parameters:
    ///   - text: The page.
    ///   - location: The page's location.
    ///   - isComplete: Whether it's the whole page.
    ///   - limits: The limits of depth, words and sizes.
    ///   - deadline: When parsing ends with the values found by then.
    /// - Returns: The values that were found.
    static func read(
        _ text: String, location: String, isComplete: Bool, limits: FetchLimits, deadline: ContinuousClock.Instant
    ) -> FetchedPage {
        let reader = PageReader(limits: limits)
        let isParsed: Bool
        do {
            try HTMLWalk.walk(PageElements.withKnownEmptyElements(text), reader, deadline: deadline)
            isParsed = true
        } catch {
            // A page that is nested too deeply or takes too long has the values found by then.
            isParsed = false
        }
        reader.separate()
        return FetchedPage(
            location: location, titleElement: reader.titleWords.text,
            socialTitle: reader.value(["og:title", "twitter:title"], limits.titleSize),
            description: reader.value(
                ["description", "og:description", "twitter:description"], limits.descriptionSize),
            text: reader.visibleText, isComplete: isComplete && isParsed)
    }

    /// The text of the page's subject, if it's marked and long enough not to be a teaser, else of the whole page.
    private var visibleText: String { mainWords.isFull || mainWords.count >= 50 ? mainWords.text : allWords.text }

    private func value(_ names: [String], _ maximumBytes: Int) -> String? {
        for name in names {
            guard let value = values[name] else { continue }
            let line = PlainText.line(value, maximumBytes: maximumBytes)
            if !line.isEmpty { return line }
        }
        return nil
    }

    func begin(_ name: String, _ attributes: [String: String], at place: HTMLWalk.Place) throws {
        depth += 1
        if titleDepth != nil, PageElements.afterTitle.contains(name) { titleDepth = nil }
        if name == "meta" { readMeta(attributes) }
        if skippedDepth == nil { enter(name, attributes) }
        guard depth < limits.depth else { throw DepthError() }
    }

    private func enter(_ name: String, _ attributes: [String: String]) {
        if PageElements.isSkipped(name, attributes) {
            skippedDepth = depth
        } else if name == "title", titleWords.count == 0 {
            titleDepth = depth
        } else if PageElements.isMain(name, attributes), mainDepth == nil {
            mainDepth = depth
        }
        if !PageElements.inline.contains(name) { separate() }
    }

    func end(_ name: String, at place: HTMLWalk.Place) {
        if !PageElements.inline.contains(name), skippedDepth == nil { separate() }
        if skippedDepth == depth { skippedDepth = nil }
        if titleDepth == depth { titleDepth = nil }
        if mainDepth == depth { mainDepth = nil }
        depth -= 1
    }

    func text(_ text: String) {
        guard skippedDepth == nil else { return }
        if titleDepth != nil { return titleWords.add(text) }
        allWords.add(text)
        if mainDepth != nil { mainWords.add(text) }
    }

    /// Ends the words before and after a block.
    private func separate() {
        titleWords.endWord()
        allWords.endWord()
        mainWords.endWord()
    }

    private func readMeta(_ attributes: [String: String]) {
        guard let content = attributes["content"], !content.isEmpty else { return }
        for name in [attributes["property"], attributes["name"]].compactMap(\.self) {
            let name = PlainText.line(name, maximumBytes: 100).lowercased()
            if values[name] == nil { values[name] = content }
        }
    }
}
