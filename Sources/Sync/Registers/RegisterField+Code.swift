internal import TagCore

/// The numbers and names of fields in databases and files; they never change.
extension RegisterField {
    /// What a field refers to.
    enum Argument: Hashable, Comparable {
        case none
        case thing(ThingID)
        case text(ExactText)
    }

    /// The number of the field, less than 32.
    var code: UInt8 { codeAndArgument.0 }

    /// The tag or text that the field refers to.
    var argument: Argument { codeAndArgument.1 }

    private var codeAndArgument: (UInt8, Argument) {
        switch self {
        case .deleted: (0, .none)
        case .name: (1, .none)
        case .title: (2, .none)
        case .location: (3, .none)
        case .note: (4, .none)
        case .time: (5, .none)
        case .day: (6, .none)
        case .set: (7, .none)
        case .attributes: (8, .none)
        case .words: (9, .none)
        case .tag(let tag): (10, .thing(tag))
        case .dismissed(let key): (11, .text(ExactText(key)))
        case .mergedInto: (12, .none)
        case .group: (13, .none)
        case .description: (14, .none)
        case .color: (15, .none)
        case .importedUses: (16, .none)
        case .alias(let key): (17, .text(ExactText(key)))
        case .implication(let tag): (18, .thing(tag))
        case .distinguished(let tag): (19, .thing(tag))
        case .kind: (20, .none)
        case .setting(let name): (21, .text(ExactText(name)))
        case .member(let tag): (22, .thing(tag))
        case .query: (23, .none)
        case .target: (24, .none)
        case .place: (25, .none)
        case .connection(let url): (26, .text(ExactText(url)))
        case .allTags: (31, .none)
        }
    }

    /// Creates a field from its number and argument; returns `nil` if there's no such field.
    init?(code: UInt8, _ argument: Argument) {
        switch (code, argument) {
        case (10, .thing(let tag)): self = .tag(tag)
        case (11, .text(let key)): self = .dismissed(key.text)
        case (17, .text(let key)): self = .alias(key.text)
        case (18, .thing(let tag)): self = .implication(tag)
        case (19, .thing(let tag)): self = .distinguished(tag)
        case (21, .text(let name)): self = .setting(name.text)
        case (22, .thing(let tag)): self = .member(tag)
        case (26, .text(let url)): self = .connection(url.text)
        case (_, .none):
            guard let field = Self.simple[code] else { return nil }
            self = field
        default: return nil
        }
    }

    private static let simple: [UInt8: RegisterField] = Dictionary(
        uniqueKeysWithValues: [
            .deleted, .name, .title, .location, .note, .time, .day, .set, .attributes, .words, .mergedInto, .group,
            .description, .color, .importedUses, .kind, .query, .target, .place,
        ]
        .map { ($0.code, $0) })

    /// The names of the fields in files, by number.
    static let names = [
        "deleted", "name", "title", "location", "note", "time", "day", "set", "attributes", "words", "tag", "dismissed",
        "into", "group", "description", "color", "uses", "alias", "implies", "distinct", "kind", "setting", "member",
        "query", "target", "place", "connection",
    ]
    /// The numbers of the fields in files, by name.
    static let codes = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, UInt8($0.offset)) })

    /// Whether a value is one that the field can have, so that a damaged or foreign file can't write another.
    func allows(_ value: RegisterValue) -> Bool {
        switch (self, value) {
        case (.deleted, .flag): true
        case (.deleted, _), (.allTags, _): false
        case (_, .empty): true
        case (.time, .number(let time)): RegisterLimit.times.contains(time)
        case (.day, .number(let day)): RegisterLimit.days.contains(day)
        case (.importedUses, .number(let uses)): RegisterLimit.uses.contains(uses)
        case (.set, .thing(let thing)): thing.kind == .set
        case (.mergedInto, .thing(let thing)), (.target, .thing(let thing)): thing.kind == .tag
        case (.tag, .flag(true)), (.dismissed, .flag(true)), (.implication, .flag(true)), (.distinguished, .flag(true)):
            true
        case (.member, .position(let position)), (.place, .position(let position)):
            position.digits.count <= RegisterLimit.position
        case (.alias(let key), .text(let name)):
            !key.isEmpty && name.fits(RegisterLimit.name) && foldedKey(name.text) == key
        case (.name, .text(let name)), (.group, .text(let name)):
            name.fits(RegisterLimit.name) && !foldedKey(name.text).isEmpty
        case (.title, .text(let text)), (.location, .text(let text)): text.fits(RegisterLimit.name)
        case (.note, .text(let text)): text.fits(RegisterLimit.note)
        case (.description, .text(let text)): text.fits(RegisterLimit.description)
        case (.color, .text(let text)): RegisterLimit.colors.contains(text.text)
        case (.kind, .text(let text)): text.fits(RegisterLimit.word)
        case (.setting, .text(let text)): text.fits(RegisterLimit.name)
        case (.query, .text(let text)): text.text.utf8.count <= RegisterLimit.query
        case (.attributes, .text(let text)), (.words, .text(let text)): !text.text.isEmpty
        case (.connection, .text(let text)): DeviceID(folderName: text.text) != nil
        default: false
        }
    }

    /// Whether the argument is one that a row can have.
    var hasValidArgument: Bool {
        switch self {
        case .alias(let key), .dismissed(let key):
            ExactText(key).fits(RegisterLimit.name) && ExactText(FoldedText(key).text) == ExactText(key)
        case .setting(let name): SyncedSetting.isName(name)
        case .connection(let url): ExactText(url).fits(RegisterLimit.name)
        default: true
        }
    }

    /// Whether things of a kind have the field.
    func belongs(to kind: ThingKind) -> Bool {
        switch self {
        case .deleted: true
        case .name: kind != .item && kind != .rule
        case .title, .location, .note, .time, .day, .set, .attributes, .words, .dismissed: kind == .item
        case .tag(let tag): kind == .item && tag.kind == .tag
        case .mergedInto, .group, .place, .description, .color, .importedUses, .alias: kind == .tag
        case .implication(let tag), .distinguished(let tag): kind == .tag && tag.kind == .tag
        case .setting, .connection: kind == .set
        case .kind: kind == .set || kind == .rule
        case .member(let tag): kind == .set && tag.kind == .tag
        case .query: kind == .view || kind == .rule
        case .target: kind == .rule
        case .allTags: false
        }
    }
}

/// The layout settings of a set that are exchanged.
package enum SyncedSetting {
    /// Returns whether a text can be the name of a setting.
    package static func isName(_ name: String) -> Bool {
        (1...RegisterLimit.word).contains(name.utf8.count) && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Returns whether a value in JSON isn't too long.
    package static func isValue(_ json: String) -> Bool { (1...RegisterLimit.name).contains(json.utf8.count) }
}

extension RegisterField: Comparable {
    /// Orders fields by number, then by argument.
    public static func < (left: Self, right: Self) -> Bool { (left.code, left.argument) < (right.code, right.argument) }
}

extension ExactText {
    /// Whether the text isn't empty and has at most a number of bytes.
    fileprivate func fits(_ limit: Int) -> Bool { (1...limit).contains(text.utf8.count) }
}
