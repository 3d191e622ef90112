import Foundation
import TagService
import TestSupport

/// A random query as a tree, which is evaluated in memory without the parser, SQL or a full-text index.
indirect enum QueryModel {
    case tag(String)
    case text(String)
    case prefix(String)
    case location(String)
    case site(String)
    case since(Date)
    case before(Date)
    case on(Date)
    case tagCount(String, Int)
    case untagged
    case set(String)
    case not(QueryModel)
    case and([QueryModel])
    case or([QueryModel])
    /// Terms joined by `|`.
    case alternatives([QueryModel])

    /// An item as the model sees it.
    struct Item {
        var id: Int64
        var set: String
        var title: String
        var note: String
        var location: String?
        var tags: Set<String>
        var time: Date
    }

    static let tags = ["swift", "viz", "design", "machine learning", "old", "旅"]
    static let aliases = ["apple language": "swift", "ml": "machine learning"]
    /// Tags by the tags that they imply, directly or not.
    static let implied = ["design": ["viz", "old"], "viz": ["old"]]
    static let words = ["rome", "Café", "walk", "straße", "notes", "東京タワー"]
    static let hosts = ["swift.org", "forums.swift.org", "example.co.uk", "notswift.org"]
    static let sets = ["one", "two words"]
}

extension QueryModel {
    /// Returns whether an item matches.
    func matches(_ item: Item) -> Bool {
        switch self {
        case .tag(let name): Self.tags(countingAs: name).contains { item.tags.contains($0) }
        case .text(let text): Self.texts(of: item).contains { Self.contains(text, in: $0) }
        case .prefix(let text):
            Self.texts(of: item).contains { Self.folded($0).contains { $0.hasPrefix(Self.folded(text)[0]) } }
        case .location(let url):
            item.location.map { location in
                ["", "http://", "https://"].contains { location.lowercased().hasPrefix($0 + url.lowercased()) }
            } ?? false
        case .site(let host):
            item.location.flatMap { URL(string: $0)?.host() }.map { $0 == host || $0.hasSuffix(".\(host)") } ?? false
        case .since(let time): item.time >= time
        case .before(let time): item.time < time
        case .on(let time): Calendar.current.isDate(item.time, inSameDayAs: time)
        case .tagCount(let comparison, let number):
            switch comparison {
            case "<": item.tags.count < number
            case "<=": item.tags.count <= number
            case ">": item.tags.count > number
            case ">=": item.tags.count >= number
            default: item.tags.count == number
            }
        case .untagged: item.tags.isEmpty
        case .set(let name): item.set == name
        case .not(let query): !query.matches(item)
        case .and(let queries): queries.allSatisfy { $0.matches(item) }
        case .or(let queries), .alternatives(let queries): queries.contains { $0.matches(item) }
        }
    }

    private static func tags(countingAs name: String) -> Set<String> {
        let tag = aliases[name] ?? name
        return Set([tag] + implied.filter { $0.value.contains(tag) }.map(\.key))
    }

    private static func texts(of item: Item) -> [String] {
        let location = item.location.map { $0.replacing(/^https?:\/\/(www\.)?/.ignoresCase(), with: "") }
        return [item.title, item.note, location ?? ""] + item.tags
    }

    /// Returns whether a text contains words in their order; in Japanese, any part of at least two letters.
    private static func contains(_ text: String, in column: String) -> Bool {
        if text.contains("京") { return column.contains(text) }
        let (words, wanted) = (folded(column), folded(text))
        guard words.count >= wanted.count else { return false }
        return (0...words.count - wanted.count).contains { Array(words[$0..<$0 + wanted.count]) == wanted }
    }

    private static func folded(_ text: String) -> [String] {
        text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).replacing("ß", with: "ss")
            .lowercased().split { !$0.isLetter }.map(String.init)
    }
}

extension QueryModel {
    /// A random query.
    static func random(depth: Int, _ numbers: inout SeededNumbers) -> QueryModel {
        func some() -> [QueryModel] {
            (0..<Int.random(in: 2...3, using: &numbers)).map { _ in random(depth: depth - 1, &numbers) }
        }
        guard depth > 0 else { return term(&numbers) }
        switch Int.random(in: 0..<9, using: &numbers) {
        case 0, 1: return .not(random(depth: depth - 1, &numbers))
        case 2, 3: return .and(some())
        case 4, 5: return .or(some())
        case 6: return .alternatives([term(&numbers), term(&numbers)])
        default: return term(&numbers)
        }
    }

    private static func term(_ numbers: inout SeededNumbers) -> QueryModel {
        func one<Value>(of values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &numbers)] }
        switch Int.random(in: 0..<14, using: &numbers) {
        case 0, 1, 2: return .tag(one(of: tags + aliases.keys.sorted()))
        case 3, 4: return .text(one(of: ["ROME", "cafe", "walk", "strasse", "京タ", "東京タ", "org", "learning", "OLD"]))
        case 5: return .text(one(of: ["rome cafe", "walk notes", "swift org", "Straße Rome", "machine learning"]))
        case 6: return .site(one(of: hosts + ["co.uk", "org"]))
        case 7: return .since(time(&numbers))
        case 8: return .before(time(&numbers))
        case 9: return .on(time(&numbers))
        case 10:
            let number = Int.random(in: 0...4, using: &numbers)
            return one(of: [.untagged, .tagCount(one(of: ["", "<", "<=", ">", ">="]), number)])
        case 11: return .set(one(of: sets))
        case 12: return .prefix(one(of: ["Swi", "wal", "stras", "d", "mach", "ca"]))
        default:
            let host = one(of: hosts)
            return .location(one(of: ["https://\(host)", "www.\(host)", "HTTP://www.\(host.prefix(5))"]))
        }
    }

    /// A random second of ten days.
    static func time(_ numbers: inout SeededNumbers) -> Date {
        let second = Int.random(in: 0..<864_000, using: &numbers)
        return Date(timeIntervalSince1970: Double(1_767_600_000 + second))
    }
}

extension QueryModel {
    /// The query in tagflow's language, with random spellings.
    func text(_ numbers: inout SeededNumbers) -> String {
        func one(of texts: String...) -> String { texts[Int.random(in: 0..<texts.count, using: &numbers)] }
        switch self {
        case .tag(let name):
            let quoted = name.contains(" ") ? "\"\(name)\"" : name
            return one(of: "#\(quoted)", "tag:\(quoted)", "#\(quoted)")
        case .text(let text): return text.contains(" ") ? "\"\(text)\"" : text
        case .prefix(let text): return "\(text)*"
        case .location(let url): return url
        case .site(let host): return "site:\(one(of: host, host.uppercased()))"
        case .since(let time): return "since:\(time.ISO8601Format())"
        case .before(let time): return "before:\(time.ISO8601Format())"
        case .on(let time):
            let style = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
            return "on:\(time.formatted(style))"
        case .tagCount(let comparison, let number): return "tags:\(comparison)\(number)"
        case .untagged: return one(of: "untagged", "tags:0")
        case .set(let name): return name.contains(" ") ? "set:\"\(name)\"" : "set:\(name)"
        case .not(let query): return one(of: "not ", "-", "NOT ") + query.operand(&numbers)
        case .and(let queries):
            let operands = queries.map { $0.operand(&numbers) }
            return operands.joined(separator: one(of: " ", " and ", " AND "))
        case .or(let queries): return queries.map { $0.operand(&numbers) }.joined(separator: one(of: " or ", " OR "))
        case .alternatives(let queries): return queries.map { $0.text(&numbers) }.joined(separator: one(of: "|", " | "))
        }
    }

    /// The query as the operand of another, in parentheses if it needs them.
    private func operand(_ numbers: inout SeededNumbers) -> String {
        let text = text(&numbers)
        return switch self {
        case .and, .or, .not: "(\(text))"
        default: text
        }
    }
}
