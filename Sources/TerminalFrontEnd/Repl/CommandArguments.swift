/// The arguments of a command, for completion.
public struct CommandArguments: Hashable, Sendable {
    /// The kind of a value.
    public enum Value: Hashable, Sendable {
        /// One of a few words.
        case oneOf([String])
        /// The path of a file.
        case file
        /// The number of an item.
        case id
        /// The title of an item.
        case title
        /// A tag.
        case tag
        /// A tag of the set.
        case memberTag
        /// A tag, which is created if it doesn't exist.
        case newTag
        /// A tag set.
        case set
        /// A view of items.
        case view
        /// A connection to another program.
        case connection
        /// A term of a query for items.
        case queryTerm
        /// Any other text, which can't be completed.
        case text
        /// The kinds of the words that follow the first word, by the first word; the last kind applies to any others.
        indirect case after([String: [Value]])
    }

    /// The options as they are typed, each with the kind of its value; nil for a flag.
    public var options: [String: Value?]
    /// The options in the order that the help lists them.
    public var optionNames: [String]
    /// The kind of each positional argument.
    ///
    /// The last kind also applies to any further arguments.
    public var words: [Value]

    /// Creates the arguments of a command.
    public init(options: [String: Value?] = [:], optionNames: [String] = [], words: [Value] = []) {
        self.options = options
        self.optionNames = optionNames
        self.words = words
    }

    /// Returns the kind of the positional argument that follows the typed words.
    public func value(after words: [String]) -> Value {
        let typed = split(words).words
        let value = Self.kind(at: typed.count, of: self.words)
        guard case .after(let kinds) = value else { return value }
        return Self.kind(at: typed.count - 1, of: typed.first.flatMap { kinds[$0] } ?? [])
    }

    private static func kind(at place: Int, of kinds: [Value]) -> Value {
        kinds.isEmpty ? .text : kinds[min(max(place, 0), kinds.count - 1)]
    }

    /// Splits typed words into options, with their values, and positional arguments.
    ///
    /// - Complexity: O(words).
    public func split(_ typed: [String]) -> (options: [String], words: [String]) {
        var options: [String] = []
        var words: [String] = []
        var rest = typed[...]
        while let word = rest.popFirst() {
            if word == "--" { return (options, words + rest) }
            guard word.hasPrefix("-"), word != "-" else {
                words.append(word)
                continue
            }
            options.append(word)
            if let value = self.options[word], value != nil, let value = rest.popFirst() { options.append(value) }
        }
        return (options, words)
    }
}
