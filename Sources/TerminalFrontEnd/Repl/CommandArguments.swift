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
        /// A tag.
        case tag
        /// A text that only the command knows.
        case text
    }

    /// The options as they are typed, each with its value; nil for one that takes none.
    public var options: [String: Value?]
    /// The options in the order of the help.
    public var optionNames: [String]
    /// The kind of each positional word; the last is repeated.
    public var words: [Value]

    /// A command with its options.
    public init(
        options: [String: Value?] = [:],
        optionNames: [String] = [],
        words: [Value] = []
    ) {
        self.options = options
        self.optionNames = optionNames
        self.words = words
    }

    /// The kind of the next word after the typed words.
    func value(after words: [String]) -> Value {
        var place = 0
        var rest = words[...]
        while let word = rest.popFirst() {
            if !word.hasPrefix("-") {
                place += 1
            } else if let value = options[word], value != nil {
                rest = rest.dropFirst()
            }
        }
        return self.words.isEmpty ? .text : self.words[min(place, self.words.count - 1)]
    }
}
