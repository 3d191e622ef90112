internal import Yams

/// The position and syntax of a list of tags in front matter.
struct TagList {
    /// The syntax of a list.
    enum Form {
        /// A key without a value, with the offset after its colon.
        case missing(Int)
        /// `~` or `null`.
        case null(Range<Int>)
        /// Words of a scalar, with its range including quotes.
        case words(Range<Int>, NoteTag.Quote)
        /// Items in brackets, with the offset of the opening bracket.
        case flow(Int)
        /// Items after dashes, one per line.
        case block
        /// Unknown source ranges, for example because of an anchor.
        case unknown
    }

    /// The key: `tags`, `tag` or `keywords`.
    let key: String
    /// The line number of the key, from 1.
    let line: Int
    /// The offset of the key.
    let start: Int
    /// Whether the list is inside braces or brackets of another collection.
    let isInFlow: Bool
    private(set) var form = Form.unknown
    /// The known ranges of the items including quotes, in order.
    private(set) var items: [Range<Int>] = []
    /// The quotes used by all items.
    private(set) var quote = NoteTag.Quote.none

    /// Returns the lists of tags in front matter, in order of preference for new tags.
    ///
    /// - Complexity: Linear in the length of the front matter.
    static func lists(of frontMatter: FrontMatter, in bytes: [UInt8]) -> [TagList] {
        guard let mapping = frontMatter.mapping else { return [] }
        let places = ScalarPlaces(bytes, frontMatter.content)
        let isInFlow = places.byte(at: mapping.mark) == UInt8(ascii: "{")
        var lists: [TagList] = []
        for (key, value) in mapping {
            guard let name = key.scalar?.string, FrontMatter.tagKeys.contains(name),
                let start = places.offset(of: key.mark)
            else { continue }
            var list = TagList(key: name, line: places.line(of: key.mark), start: start, isInFlow: isInFlow)
            list.read(value, places, bytes)
            lists.append(list)
        }
        let order = ["tags", "tag", "keywords"]
        return order.flatMap { name in lists.filter { $0.key == name } }
    }

    private init(key: String, line: Int, start: Int, isInFlow: Bool) {
        self.key = key
        self.line = line
        self.start = start
        self.isInFlow = isInFlow
    }

    private mutating func read(_ value: Node, _ places: ScalarPlaces, _ bytes: [UInt8]) {
        switch value {
        case .scalar(let scalar) where FrontMatter.isNull(scalar):
            if scalar.string.isEmpty {
                // An anchor or type tag may follow; verifying the result detects that.
                if let colon = colon(in: bytes) { form = .missing(colon + 1) }
            } else if let place = places.place(of: scalar, after: start) {
                form = .null(place.content)
            }
        case .scalar(let scalar):
            guard let place = places.place(of: scalar, after: start), place.isLiteral else { return }
            form = .words(place.whole, place.quote)
            quote = place.quote
        case .sequence(let sequence): read(sequence, places, bytes)
        case .mapping, .alias: break
        }
    }

    private mutating func read(_ sequence: Node.Sequence, _ places: ScalarPlaces, _ bytes: [UInt8]) {
        // An alias reports the position of its anchor, which precedes the key.
        guard let first = places.offset(of: sequence.mark), first > start else { return }
        switch bytes.byte(at: first) {
        case UInt8(ascii: "["): form = .flow(first)
        case UInt8(ascii: "-"): form = .block
        default: return
        }
        var (last, quotes): (Int, Set<NoteTag.Quote>) = (start, [])
        for item in sequence {
            guard let scalar = item.scalar, !FrontMatter.isNull(scalar),
                let place = places.place(of: scalar, after: last)
            else { continue }
            last = place.content.lowerBound
            items.append(place.whole)
            quotes.insert(place.quote)
        }
        if quotes.count == 1, let only = quotes.first { quote = only }
    }

    /// Returns the offset of the colon after the key.
    private func colon(in bytes: [UInt8]) -> Int? {
        let isQuoted = "'\"".utf8.contains(bytes.byte(at: start))
        var offset = start + key.utf8.count + (isQuoted ? 2 : 0)
        while bytes.byte(at: offset).isSpaceOrTab { offset += 1 }
        return bytes.byte(at: offset) == UInt8(ascii: ":") ? offset : nil
    }
}
