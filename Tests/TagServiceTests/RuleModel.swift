import TagService

/// The rules between tags as a test keeps them: pairs of names, with a closure of its own.
struct RuleModel: Equatable {
    struct Rule: Hashable {
        var tag: String
        var implied: String
    }

    private(set) var rules: Set<Rule> = []

    init() {}

    init(_ implications: [Implications]) {
        for rule in implications {
            for implied in rule.implies { rules.insert(Rule(tag: rule.tag, implied: implied)) }
        }
    }

    /// What follows from a tag: rules are applied until nothing new comes.
    func closure(of tag: String) -> Set<String> {
        var known: Set<String> = [tag]
        while true {
            let next = known.union(rules.filter { known.contains($0.tag) }.map(\.implied))
            if next == known { return known.subtracting([tag]) }
            known = next
        }
    }

    /// Whether no tag follows from itself.
    var isAcyclic: Bool {
        rules.allSatisfy { $0.tag != $0.implied && !closure(of: $0.implied).contains($0.tag) }
    }

    mutating func imply(_ tag: String, _ implied: String) {
        rules.insert(Rule(tag: tag, implied: implied))
    }

    mutating func unimply(_ tag: String, _ implied: String) {
        rules.remove(Rule(tag: tag, implied: implied))
    }

    mutating func rename(_ old: String, _ new: String) {
        func name(_ name: String) -> String { name == old ? new : name }
        rules = Set(rules.map { Rule(tag: name($0.tag), implied: name($0.implied)) })
    }

    mutating func delete(_ tag: String) {
        rules = rules.filter { $0.tag != tag && $0.implied != tag }
    }

    /// Moves what a tag implies, then what implies it, each rule that closes no cycle.
    mutating func merge(_ from: String, _ into: String) {
        let (implied, implying) = (
            rules.filter { $0.tag == from }, rules.filter { $0.implied == from }
        )
        delete(from)
        for rule in implied where rule.implied != into {
            if !closure(of: rule.implied).contains(into) { imply(into, rule.implied) }
        }
        for rule in implying where rule.tag != into {
            if !closure(of: into).contains(rule.tag) { imply(rule.tag, into) }
        }
    }
}
