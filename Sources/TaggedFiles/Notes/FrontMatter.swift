internal import TagCore
internal import TextMeasurement
internal import Yams

/// The YAML front matter of a note, between two lines of `---` at its beginning.
///
/// Yams parses the values. The bytes of each tag are located at the position that Yams reports and must decode to the
/// same value. Otherwise the tag counts but has no range, so it can't be edited.
///
/// ```swift
/// let text = try NoteText(file: Array("---\ntitle: Trip\ntags: [sea]\n---\n".utf8))
/// FrontMatter(text)?.title  // "Trip"
/// ```
struct FrontMatter {
    private(set) var title: String?
    /// The value of `date`, as written.
    private(set) var date: String?
    private(set) var tags: [NoteTag] = []
    /// The error if some of the front matter couldn't be parsed.
    private(set) var parseError: NoteError?
    /// The offset of the text after the front matter.
    let end: Int
    /// The range of the YAML.
    let content: Range<Int>
    /// The parsed YAML, or nil if it's empty or invalid.
    private(set) var mapping: Node.Mapping?

    /// The keys whose values are lists of tags.
    static let tagKeys: Set<String> = ["tags", "tag", "keywords"]

    /// Parses the front matter of a note, or returns nil if it has none.
    init?(_ text: NoteText) {
        guard let lines = FrontMatterLines(text) else { return nil }
        end = lines.end
        content = lines.content
        let yaml = text.bytes[lines.content]
        guard !Self.mayGrow(yaml) else {
            parseError = NoteError(line: 2, text: "the front matter has too many YAML aliases")
            return
        }
        let source = String(decoding: yaml, as: UTF8.self)
        // The YAML parser hashes keys, and bounding the runs would move the tags, whose places are needed to edit them.
        guard !Self.hasLongRunInKey(yaml) else {
            parseError = NoteError(
                line: 2, text: "a key of the front matter has more than 500 combining marks in a row")
            return
        }
        do {
            let root = try compose(yaml: source, .basic, .default, .utf8)
            guard let root, root.scalar?.string.isEmpty != true else { return }
            // Otherwise, the lines of `---` are thematic breaks around ordinary text.
            guard case .mapping(let mapping) = root else { return nil }
            self.mapping = mapping
            read(mapping, ScalarPlaces(text.bytes, lines.content))
        } catch let error as YamlError { parseError = NoteError(error) } catch {
            parseError = NoteError(line: 1, text: "the front matter isn't valid YAML")
        }
    }

    private mutating func read(_ mapping: Node.Mapping, _ places: ScalarPlaces) {
        let isInFlow = places.byte(at: mapping.mark) == UInt8(ascii: "{")
        var last = -1
        for (key, value) in mapping {
            guard let name = key.scalar?.string else { continue }
            // An alias reports the position of its anchor, which precedes it.
            last = max(last, places.offset(of: key.mark) ?? last)
            if name == "title" { title = Self.text(value) }
            if name == "date" { date = Self.text(value) }
            guard Self.tagKeys.contains(name) else { continue }
            switch value {
            case .scalar(let scalar): addWords(scalar, places, after: last, isInFlow: isInFlow)
            case .sequence(let items): addItems(items, places, after: last, isInFlow: isInFlow)
            case .mapping, .alias:
                parseError =
                    parseError
                    ?? NoteError(
                        line: places.line(of: value.mark), text: "\(name.quoted) must be a list of tags, not a mapping")
            }
        }
    }

    /// Returns whether a key may have a run of marks that takes long to hash.
    ///
    /// A key ends on the line on which it begins, except after `?` and in braces.
    private static func hasLongRunInKey(_ yaml: some Collection<UInt8>) -> Bool {
        func hasLongRun(_ bytes: some Collection<UInt8>) -> Bool {
            StreamSafeText.hasRun(in: String(decoding: bytes, as: UTF8.self), longerThan: StreamSafeText.shortText / 2)
        }
        guard hasLongRun(yaml) else { return false }
        guard !yaml.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "{") }) else { return true }
        return yaml.split { $0 == 0x0A || $0 == 0x0D }
            .contains { line in
                let key = Array(line).lastIndex(of: UInt8(ascii: ":")).map { line.prefix($0) }
                return key.map { hasLongRun($0) } ?? false
            }
    }

    private static func text(_ value: Node) -> String? {
        guard let scalar = value.scalar, !isNull(scalar) else { return nil }
        let text = TrimmedText.trimmed(scalar.received)
        return text.isEmpty ? nil : text
    }

    static func isNull(_ scalar: Node.Scalar) -> Bool {
        scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.received)
    }

    /// Adds the words of a scalar, separated by commas or spaces.
    private mutating func addWords(_ scalar: Node.Scalar, _ places: ScalarPlaces, after last: Int, isInFlow: Bool) {
        guard !Self.isNull(scalar) else { return }
        let received = scalar.received
        let text = Array(received.utf8)
        // Bounding the runs of marks moves the words.
        let place = places.place(of: scalar, after: last)
            .flatMap { $0.isLiteral && $0.content.count == text.count ? $0 : nil }
        let isBetweenCommas = text.contains(UInt8(ascii: ","))
        var offset = 0
        for word in TaggedItem.tags(in: received) {
            let bytes = Array(word.utf8)
            // The words appear in order, with only separators between them.
            while offset < text.count, !text[offset...].starts(with: bytes) { offset += 1 }
            add(
                TrimmedText(word, at: place.map { $0.content.lowerBound + offset }), line: places.line(of: scalar.mark),
                .word(quote: place?.quote ?? .none, isInFlow: isInFlow, isBetweenCommas: isBetweenCommas))
            offset += bytes.count
        }
    }

    private mutating func addItems(_ items: Node.Sequence, _ places: ScalarPlaces, after last: Int, isInFlow: Bool) {
        let first = places.byte(at: items.mark)
        let isInFlow = isInFlow || first == UInt8(ascii: "[")
        // An anchor is repeated elsewhere, and a type tag changes the meaning, so neither is edited.
        let isFree = !"&!".utf8.contains(first)
        var last = max(last, isFree ? last : .max)
        for item in items {
            guard let scalar = item.scalar else {
                parseError =
                    parseError
                    ?? NoteError(
                        line: places.line(of: item.mark), text: "a tag must be a string, not a list or mapping")
                continue
            }
            guard !Self.isNull(scalar) else { continue }
            let place = places.place(of: scalar, after: last)
            if let place { last = place.content.lowerBound }
            add(
                TrimmedText(scalar, in: place), line: places.line(of: scalar.mark),
                .item(quote: place?.quote ?? .none, isInFlow: isInFlow))
        }
    }

    private mutating func add(_ tag: TrimmedText, line: Int, _ form: NoteTag.Form) {
        guard !tag.text.isEmpty else { return }
        tags.append(NoteTag(name: tag.text, line: line, range: tag.range, form: form))
    }

    /// The maximum length in bytes of the YAML with its aliases expanded, which the parser does in keys.
    private static let expandedLimit = 10_000_000

    /// Returns whether the YAML with its aliases expanded could exceed the limit.
    ///
    /// An anchor's value may contain aliases, so n aliases of k anchors repeat a text at most (n/k + 1)ᵏ times.
    private static func mayGrow(_ yaml: ArraySlice<UInt8>) -> Bool {
        let aliases = count(of: UInt8(ascii: "*"), in: yaml)
        let anchors = min(count(of: UInt8(ascii: "&"), in: yaml), aliases)
        var size = Double(yaml.count)
        for _ in 0..<anchors {
            size *= Double(aliases) / Double(anchors) + 1
            if size > Double(expandedLimit) { return true }
        }
        return false
    }

    /// Returns the number of places that may be an anchor, which begins with `&`, or an alias, which begins with `*`.
    private static func count(of sign: UInt8, in yaml: ArraySlice<UInt8>) -> Int {
        var last = UInt8(ascii: "\n")
        return zip(yaml, yaml.dropFirst())
            .count { byte, next in
                defer { last = byte }
                guard byte == sign, next.isLetter || next.isDigit || "_-".utf8.contains(next) else { return false }
                return last.isWhiteSpace || last >= 0x80 || "[]{},:?'\"".utf8.contains(last)
            }
    }
}

/// A tag without surrounding white space and a leading `#`, and its range.
private struct TrimmedText {
    let text: String
    let range: Range<Int>?

    init(_ text: String, at start: Int?) {
        let trimmed = Self.dropped(text)
        let before = text.utf8.count - Substring(Self.droppedStart(text)).utf8.count
        self.init(text: String(trimmed), range: start.map { $0 + before..<$0 + before + trimmed.utf8.count })
    }

    /// Trims a scalar; if its quotes contain escapes, or if its runs of marks are bounded, the range is known only if
    /// nothing is trimmed.
    init(_ scalar: Node.Scalar, in place: ScalarPlaces.Place?) {
        let text = scalar.received
        guard let place, !place.isLiteral || place.content.count != text.utf8.count else {
            self.init(text, at: place?.content.lowerBound)
            return
        }
        let trimmed = String(Self.dropped(text))
        self.init(text: trimmed, range: trimmed.utf8.count == text.utf8.count ? place.content : nil)
    }

    private init(text: String, range: Range<Int>?) {
        self.text = text
        self.range = range
    }

    static func trimmed(_ text: String) -> String {
        String(end(text.unicodeScalars.drop { $0.properties.isWhitespace }))
    }

    private static func dropped(_ text: String) -> Substring { end(droppedStart(text)) }

    private static func droppedStart(_ text: String) -> Substring.UnicodeScalarView {
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
        guard start.first == "#" else { return start }
        return start.dropFirst().drop { $0.properties.isWhitespace }
    }

    private static func end(_ text: Substring.UnicodeScalarView) -> Substring {
        var text = text
        while text.last?.properties.isWhitespace == true { text.removeLast() }
        return Substring(text)
    }
}

extension Node.Scalar {
    /// The text with its runs of marks bounded; Yams returns it as it's in the file.
    var received: String { StreamSafeText.received(string) }
}

extension NoteError {
    /// Converts an error of Yams; line 1 of the YAML is line 2 of the file.
    fileprivate init(_ error: YamlError) {
        let (line, message): (Int, String) =
            switch error {
            case .scanner(_, let message, let mark, _), .parser(_, let message, let mark, _),
                .composer(_, let message, let mark, _):
                (mark.line, message)
            case .duplicatedKeysInMapping(let keys, let context):
                (context.mark.line, "the key \((keys.first ?? "").quoted) appears twice")
            case .reader(let message, _, _, _): (1, message)
            default: (1, "it can't be parsed")
            }
        // The parser's message names a C function.
        let isTooDeep = message.contains("yaml_set_max_nest_level")
        let reason = isTooDeep ? "lists and mappings are nested too deeply" : message
        self.init(line: line + 1, text: "the front matter isn't valid YAML: \(reason)")
    }
}

/// The extent of front matter, found without parsing YAML.
struct FrontMatterLines {
    /// The range between the two lines of `---`.
    let content: Range<Int>
    /// The offset of the text after the second line.
    let end: Int

    init?(_ text: NoteText) {
        let bytes = text.bytes
        let first = bytes.line(at: text.start)
        guard Self.isRule(bytes[text.start..<first.end], ["---"]) else { return nil }
        var offset = first.next
        while offset < bytes.count {
            let line = bytes.line(at: offset)
            if Self.isRule(bytes[offset..<line.end], ["---", "..."]) {
                content = first.next..<offset
                end = line.next
                return
            }
            offset = line.next
        }
        return nil
    }

    /// Returns whether a line consists of one of the given rules and white space.
    static func isRule(_ line: ArraySlice<UInt8>, _ rules: [String]) -> Bool {
        guard line.count >= 3 else { return false }
        return rules.contains { line.starts(with: $0.utf8) } && line.dropFirst(3).allSatisfy(\.isSpaceOrTab)
    }
}
