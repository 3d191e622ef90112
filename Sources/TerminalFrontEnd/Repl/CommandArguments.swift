/// What may follow a command of the command line, for completion.
public struct CommandArguments: Hashable, Sendable {
    /// What a value may be.
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
    /// The options in the order in which help lists them.
    public var optionNames: [String]
    /// What each word that is no option is; the last is repeated.
    public var words: [Value]

    /// A command with some options.
    public init(
        options: [String: Value?] = [:],
        optionNames: [String] = [],
        words: [Value] = []
    ) {
        self.options = options
        self.optionNames = optionNames
        self.words = words
    }

    /// What the next word is after some that were typed.
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
