/// Short names for what a script declares.
///
/// What all of the script sees has one name everywhere; what only a part of it declares has the first letters in each part, so
/// that the parts look alike, which compresses well.
struct ShortNames {
    /// The short names, by the token's place.
    private(set) var byPlace: [Int: String] = [:]
    /// The short names of fields.
    let fields: [String: String]

    /// How often a name stands, and how often for a field and its value at once.
    private struct Count {
        var uses = 0
        var fields = 0

        /// How many letters a short name saves; where it stands for a field as well, the field is written besides.
        func gain(_ name: String, length: Int) -> Int {
            (uses - fields) * (name.utf8.count - length) - fields * (1 + length)
        }
    }

    private let names: NameRoles
    private let tokens: [ScriptToken]

    /// Finds names for what a script declares.
    init(_ names: NameRoles, _ tokens: [ScriptToken]) {
        self.names = names
        self.tokens = tokens
        fields = Self.fields(names, tokens)
        let places = names.roles.filter { $0.value != .member }.map(\.key).sorted()
        let kept = Set(places.map { tokens[$0].text }.filter { !names.declared.contains($0) })
        let everywhere = places.filter { names.shared.contains(tokens[$0].text) }
        let shared = rename(everywhere, length: 2, from: Self.sharedNames, besides: kept)
        let inner = names.declared.subtracting(names.shared)
        let inside = places.filter { inner.contains(tokens[$0].text) }
        for part in Dictionary(grouping: inside, by: { names.parts[$0] ?? 0 }).values {
            rename(part, length: 1, from: Self.partNames, besides: kept.union(shared))
        }
    }

    /// The short name of a field, or of an event that a text means.
    func field(_ token: ScriptToken) -> String? {
        guard token.kind == .text else { return fields[token.text] }
        let text = token.text.filter { $0 != "\"" }
        return OwnFields.events.contains(text) ? fields[text] : nil
    }

    /// Gives names to what stands at some places, the shortest to what stands there most; returns the names that are taken then.
    @discardableResult
    private mutating func rename(
        _ places: [Int],
        length: Int,
        from free: [String],
        besides taken: Set<String>
    ) -> Set<String> {
        let counts = counts(at: places)
        let long = counts.filter { $0.value.gain($0.key, length: length) > 0 }
        let taken = taken.union(counts.keys.filter { long[$0] == nil })
        let order = long.keys.sorted { (counts[$0]?.uses ?? 0, $1) > (counts[$1]?.uses ?? 0, $0) }
        let free = free.filter { !taken.contains($0) }
        var short: [String: String] = [:]
        for name in order {
            let used = short.filter { meet($0.key, name, at: places) }.values
            short[name] = free.first { !used.contains($0) }
        }
        for place in places { byPlace[place] = short[tokens[place].text] }
        return taken.union(short.values)
    }

    /// Whether one of two names stands where the other one holds, so that they cannot have the same short name.
    private func meet(_ first: String, _ second: String, at places: [Int]) -> Bool {
        names.shared.contains(first)
            || places.contains { place in
                guard [first, second].contains(tokens[place].text) else { return false }
                let other = tokens[place].text == first ? second : first
                return names.reaches[other]?.contains { $0.contains(place) } == true
            }
    }

    private func counts(at places: [Int]) -> [String: Count] {
        var counts: [String: Count] = [:]
        for place in places {
            counts[tokens[place].text, default: Count()].uses += 1
            if isBoth(place) { counts[tokens[place].text, default: Count()].fields += 1 }
        }
        return counts
    }

    /// Whether the name at a place would have to be written twice if it got a short one.
    private func isBoth(_ place: Int) -> Bool {
        names.roles[place] == .fieldAndValue && fields[tokens[place].text] == nil
    }

    /// Short names for the fields that are the script's own, the shortest for what is named most.
    private static func fields(_ names: NameRoles, _ tokens: [ScriptToken]) -> [String: String] {
        var uses: [String: Int] = [:]
        for (place, role) in names.roles where role != .value {
            uses[tokens[place].text, default: 0] += 1
        }
        let own = uses.keys.filter(OwnFields.names.union(OwnFields.events).contains)
            .sorted { (uses[$0] ?? 0, $1) > (uses[$1] ?? 0, $0) }
        let short = zip(own, partNames.filter { uses[$0] == nil })
        return Dictionary(short, uniquingKeysWith: { first, _ in first })
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    private static let partNames = letters + pairs
    private static let sharedNames = letters.map { $0.uppercased() } + pairs
    private static let pairs = letters.flatMap { first in letters.map { first + $0 } }
        .filter { !NameRoles.words.contains($0) }
}
