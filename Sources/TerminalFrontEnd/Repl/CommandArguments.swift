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
        /// A term of a query for items.
        case queryTerm
        /// Any other text, which can't be completed.
        case text
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
