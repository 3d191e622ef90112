internal import Yams

/// What the YAML between two lines of `---` at the beginning of a note says.
///
/// Yams reads what it means. Where a tag's bytes stand is looked up at the place that Yams names, and they must say the same;
/// else the tag counts, but has no bytes that could be changed.
struct FrontMatter {
    private(set) var title: String?
    /// The value of `date`, as written.
    private(set) var date: String?
    private(set) var tags: [NoteTag] = []
    /// Why nothing, or not all, could be read.
    private(set) var problem: NoteError?
    /// Where the text behind it begins.
    let end: Int
    /// Where its YAML stands.
    let content: Range<Int>
    /// What the YAML says; `nil` where it is empty or cannot be read.
    private(set) var mapping: Node.Mapping?

    /// The keys whose values are tags.
    static let tagKeys: Set<String> = ["tags", "tag", "keywords"]

    /// The front matter of a text; `nil` where it has none.
    init?(_ text: NoteText) {
        guard let lines = FrontMatterLines(text) else { return nil }
        end = lines.end
        content = lines.content
        let yaml = text.bytes[lines.content]
        guard !Self.mayGrow(yaml) else {
            problem = NoteError(line: 2, text: "the front matter has too many aliases")
            return
        }
        let source = String(decoding: yaml, as: UTF8.self)
        do {
            let root = try compose(yaml: source, .basic, .default, .utf8)
            guard let root, root.scalar?.string.isEmpty != true else { return }
            // Lines that draw rules above and below a text are no front matter.
            guard case .mapping(let mapping) = root else { return nil }
            self.mapping = mapping
            read(mapping, ScalarPlaces(text.bytes, lines.content))
        } catch let error as YamlError {
            problem = NoteError(error)
        } catch {
            problem = NoteError(line: 1, text: "the front matter is no YAML")
        }
    }

    private mutating func read(_ mapping: Node.Mapping, _ places: ScalarPlaces) {
        let isInFlow = places.byte(at: mapping.mark) == UInt8(ascii: "{")
        var last = -1
        for (key, value) in mapping {
            guard let name = key.scalar?.string else { continue }
            // An alias has the place of what it repeats, which stands in front of it.
            last = max(last, places.offset(of: key.mark) ?? last)
            if name == "title" { title = Self.text(value) }
            if name == "date" { date = Self.text(value) }
            guard Self.tagKeys.contains(name) else { continue }
            switch value {
            case .scalar(let scalar): addWords(scalar, places, after: last, isInFlow: isInFlow)
            case .sequence(let items): addItems(items, places, after: last, isInFlow: isInFlow)
            case .mapping, .alias:
                problem =
                    problem
                    ?? NoteError(
                        line: places.line(of: value.mark),
                        text: "'\(name)' holds names and values; make it a list of tags"
                    )
            }
        }
    }

    private static func text(_ value: Node) -> String? {
        guard let scalar = value.scalar, !isNull(scalar) else { return nil }
        let text = TrimmedText.trimmed(scalar.string)
        return text.isEmpty ? nil : text
    }

    static func isNull(_ scalar: Node.Scalar) -> Bool {
        scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }

    /// Adds the words of a scalar, which stand between commas or between spaces.
    private mutating func addWords(
        _ scalar: Node.Scalar,
        _ places: ScalarPlaces,
        after last: Int,
        isInFlow: Bool
    ) {
        guard !Self.isNull(scalar) else { return }
        let place = places.place(of: scalar, after: last).flatMap { $0.isLiteral ? $0 : nil }
        let isBetweenCommas = scalar.string.contains(",")
        var offset = 0
        let text = Array(scalar.string.utf8)
        for word in TaggedItem.tags(in: scalar.string) {
            let bytes = Array(word.utf8)
            // The words stand there one behind the other, with nothing but separators between them.
            while offset < text.count, !text[offset...].starts(with: bytes) { offset += 1 }
            add(
                TrimmedText(word, at: place.map { $0.content.lowerBound + offset }),
                line: places.line(of: scalar.mark),
                .word(
                    quote: place?.quote ?? .none,
                    isInFlow: isInFlow,
                    isBetweenCommas: isBetweenCommas
                )
            )
            offset += bytes.count
        }
    }

    private mutating func addItems(
        _ items: Node.Sequence,
        _ places: ScalarPlaces,
        after last: Int,
        isInFlow: Bool
    ) {
        let first = places.byte(at: items.mark)
        let isInFlow = isInFlow || first == UInt8(ascii: "[")
        // What is repeated elsewhere, or has a type of its own, is not ours to change.
        let isFree = !"&!".utf8.contains(first)
        var last = max(last, isFree ? last : .max)
        for item in items {
            guard let scalar = item.scalar else {
                problem =
                    problem
                    ?? NoteError(
                        line: places.line(of: item.mark),
                        text: "a tag is one word or text, not a list"
                    )
                continue
            }
            guard !Self.isNull(scalar) else { continue }
            let place = places.place(of: scalar, after: last)
            if let place { last = place.content.lowerBound }
            add(
                TrimmedText(scalar.string, in: place),
                line: places.line(of: scalar.mark),
                .item(quote: place?.quote ?? .none, isInFlow: isInFlow)
            )
        }
    }

    private mutating func add(_ tag: TrimmedText, line: Int, _ form: NoteTag.Form) {
        guard !tag.text.isEmpty else { return }
        tags.append(NoteTag(name: tag.text, line: line, range: tag.range, form: form))
    }

    /// Whether aliases of aliases may stand for more than memory holds.
    private static func mayGrow(_ yaml: ArraySlice<UInt8>) -> Bool {
        guard yaml.contains(UInt8(ascii: "&")) else { return false }
        return yaml.count { $0 == UInt8(ascii: "&") } > 5
            && yaml.count { $0 == UInt8(ascii: "*") } > 20
    }
}

/// A text without the white space around it and a `#` in front of it, and where what is left stands.
private struct TrimmedText {
    let text: String
    let range: Range<Int>?

    init(_ text: String, at start: Int?) {
        let trimmed = Self.dropped(text)
        let before = text.utf8.count - Substring(Self.droppedStart(text)).utf8.count
        self.init(
            text: String(trimmed),
            range: start.map { $0 + before..<$0 + before + trimmed.utf8.count }
        )
    }

    /// The text of a scalar; escapes in its quotes leave its bytes known as a whole only.
    init(_ text: String, in place: ScalarPlaces.Place?) {
        guard let place, !place.isLiteral else {
            self.init(text, at: place?.content.lowerBound)
            return
        }
        let trimmed = String(Self.dropped(text))
        self.init(text: trimmed, range: trimmed == text ? place.content : nil)
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

extension NoteError {
    /// What Yams says is wrong, on the line of the file: the front matter begins on its second one.
    fileprivate init(_ error: YamlError) {
        let (line, problem): (Int, String) =
            switch error {
            case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
                .composer(_, let problem, let mark, _):
                (mark.line, problem)
            case .duplicatedKeysInMapping(let keys, let context):
                (context.mark.line, "'\(keys.first ?? "")' begins two values")
            case .reader(let problem, _, _, _): (1, problem)
            default: (1, "it cannot be read")
            }
        // The parser's own words name a function of its library.
        let isTooDeep = problem.contains("yaml_set_max_nest_level")
        let words = isTooDeep ? "its lists and maps nest too deep" : problem
        self.init(line: line + 1, text: "the front matter is no YAML: \(words)")
    }
}
