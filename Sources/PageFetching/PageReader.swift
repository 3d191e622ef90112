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

/// The elements of a page by how their text is read.
enum PageElements {
    /// Elements without text that belongs to the page's subject.
    static let skipped: Set<String> = [
        "applet", "aside", "audio", "button", "canvas", "datalist", "dialog", "footer", "iframe", "map", "math", "menu",
        "nav", "noembed", "noframes", "noscript", "object", "optgroup", "option", "rp", "rt", "script", "select",
        "style", "svg", "template", "textarea", "video",
    ]

    /// Roles of elements that are skipped.
    static let skippedRoles: Set<String> = [
        "alertdialog", "complementary", "contentinfo", "dialog", "menu", "menubar", "navigation", "search", "toolbar",
    ]

    /// Elements inside a line of text, which don't separate words.
    static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
        "ins", "kbd", "label", "mark", "nobr", "param", "q", "rb", "ruby", "s", "samp", "small", "span", "strike",
        "strong", "sub", "sup", "time", "tt", "u", "var",
    ]

    /// Elements that end a title without an end tag.
    static let afterTitle: Set<String> = ["base", "body", "link", "meta", "script", "style"]

    /// Whether an element's text is left out.
    static func isSkipped(_ name: String, _ attributes: [String: String]) -> Bool {
        // Some pages are hidden until a script shows them.
        if name == "html" || name == "body" { return false }
        if skipped.contains(name) || attributes["hidden"] != nil { return true }
        if attributes["aria-hidden"]?.lowercased() == "true" { return true }
        if let role = attributes["role"], skippedRoles.contains(role.lowercased()) { return true }
        let style = attributes["style"]?.lowercased().filter { !$0.isWhitespace }
        return style?.contains("display:none") ?? false
    }

    /// Whether an element contains the page's subject.
    static func isMain(_ name: String, _ attributes: [String: String]) -> Bool {
        name == "main" || name == "article" || attributes["role"]?.lowercased() == "main"
    }

    /// Returns a page in bytes that libxml2 parses as browsers do.
    ///
    /// It doesn't know that `<wbr>`, `<source>` and `<track>` are empty, and would nest all that follows. `<param>` is
    /// empty and has no text either.
    static func withKnownEmptyElements(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            result.append(byte)
            guard byte == UInt8(ascii: "<"), let length = emptyName(in: bytes, at: position) else { continue }
            result += "param".utf8
            position += length
        }
        return result
    }

    /// The length of an empty element's name that libxml2 doesn't know, or nil for another name.
    private static func emptyName(in bytes: [UInt8], at position: Int) -> Int? {
        for name in emptyNames where position + name.count < bytes.count {
            let end = position + name.count
            guard " \t\n\r\u{c}/>".utf8.contains(bytes[end]) else { continue }
            if zip(bytes[position..<end], name).allSatisfy({ $0 | 0x20 == $1 }) { return name.count }
        }
        return nil
    }

    private static let emptyNames = ["wbr", "source", "track"].map { Array($0.utf8) }
}

/// Collects words, separated by single spaces, up to a number and a size.
struct WordCollector: Sendable {
    private let maximumWords: Int
    private let maximumBytes: Int
    private var scalars = String.UnicodeScalarView()
    private var word = String.UnicodeScalarView()
    private var bytes = 0
    private var wordBytes = 0
    /// The number of words.
    private(set) var count = 0
    /// Whether further text is ignored.
    private(set) var isFull = false

    init(maximumWords: Int, maximumBytes: Int) {
        self.maximumWords = maximumWords
        self.maximumBytes = maximumBytes
    }

    /// The words, without one that hasn't ended.
    var text: String { String(scalars) }

    /// Adds text, whose first and last words may continue those before and after it.
    mutating func add(_ text: String) {
        for scalar in text.unicodeScalars {
            if isFull { return }
            guard let kept = PlainText.replacement(for: scalar) else { continue }
            if kept == " " { endWord() } else { append(kept) }
        }
    }

    /// Ends the word before a block of text.
    mutating func endWord() {
        guard !word.isEmpty else { return }
        if count > 0 {
            scalars.append(" ")
            bytes += 1
        }
        scalars += word
        bytes += wordBytes
        count += 1
        word.removeAll()
        wordBytes = 0
        if count >= maximumWords { isFull = true }
    }

    /// Appends to the word; a word beyond the size is cut at a character.
    private mutating func append(_ scalar: Unicode.Scalar) {
        let size = UTF8.width(scalar)
        guard bytes + (count > 0 ? 1 : 0) + wordBytes + size <= maximumBytes else {
            cut()
            return
        }
        word.append(scalar)
        wordBytes += size
    }

    /// Drops the word that exceeds the size, or the last character of a long word, which may be a whole text in Chinese.
    private mutating func cut() {
        var kept = wordBytes < 64 && count > 0 ? "" : String(word)
        if !kept.isEmpty { kept.removeLast() }
        word = kept.unicodeScalars
        wordBytes = kept.utf8.count
        endWord()
        isFull = true
    }
}
