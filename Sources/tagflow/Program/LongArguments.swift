/// A command's arguments, with long runs of plain words removed during parsing.
///
/// The argument parser takes time quadratic in the number of words, so only the first 256 words of
/// a run reach it. A placeholder marks the position of the removed words; `restored(_:)` puts them
/// back into the parsed command. Removed values of `--given` are appended to the others.
///
/// ```swift
/// let long = LongArguments((1...300).map { "tag\($0)" })
/// long.arguments.count  // 257: 256 words and a placeholder for the other 44
/// ```
struct LongArguments {
    /// The arguments for the parser, with a placeholder for the removed words of each run.
    private(set) var arguments: [String] = []
    private var runs: [String: [String]] = [:]
    private var given: [String] = []
    private var givenCount = 0

    /// The maximum number of words of a run, or of `--given` options, that the parser sees.
    private static let kept = 256

    init(_ arguments: some Sequence<String>) {
        var run: [String] = []
        var words = Array(arguments)[...]
        while let word = words.popFirst() {
            if word == "--" {
                // After `--`, every argument is a plain word.
                end(&run)
                self.arguments.append(word)
                run = Array(words)
                break
            }
            if !word.hasPrefix("-") || word == "-" {
                run.append(word)
                continue
            }
            end(&run)
            if word == "--given", givenCount >= Self.kept, let value = words.first, !value.hasPrefix("-") {
                given.append(value)
                words = words.dropFirst()
            } else {
                givenCount += word == "--given" ? 1 : 0
                self.arguments.append(word)
            }
        }
        end(&run)
    }

    /// Whether any words were removed.
    var isShortened: Bool { !runs.isEmpty || !given.isEmpty }

    /// The arguments without placeholders, which is enough for the parser to report errors.
    var withoutMarks: [String] { arguments.filter { runs[$0] == nil } }

    /// Returns the command with the removed words restored, or `nil` if it takes no list of words.
    func restored(_ command: any TagflowCommand) -> (any TagflowCommand)? {
        guard isShortened else { return command }
        var command = command
        if !runs.isEmpty {
            guard let taker = command as? any TakesManyWords else { return nil }
            command = taker.replacingWords { $0.flatMap { runs[$0] ?? [$0] } }
        }
        if !given.isEmpty {
            guard let taker = command as? any TakesManyGiven else { return nil }
            command = taker.addingGiven(given)
        }
        return command
    }

    private mutating func end(_ run: inout [String]) {
        arguments += run.prefix(Self.kept)
        if run.count > Self.kept {
            // A process argument can't contain a null byte, so the placeholder is unique.
            let mark = "\u{0}\(runs.count)"
            runs[mark] = Array(run.dropFirst(Self.kept))
            arguments.append(mark)
        }
        run = []
    }
}

/// A command that takes any number of words.
private protocol TakesManyWords: TagflowCommand {
    /// The property with the words.
    static var manyWords: WritableKeyPath<Self, [String]> { get }
}

extension TakesManyWords {
    /// Returns the command with its words transformed.
    fileprivate func replacingWords(_ transform: ([String]) -> [String]) -> any TagflowCommand {
        var command = self
        command[keyPath: Self.manyWords] = transform(self[keyPath: Self.manyWords])
        return command
    }
}

/// A command that takes any number of `--given`.
private protocol TakesManyGiven: TagflowCommand {
    /// The property with the values of `--given`.
    static var manyGiven: WritableKeyPath<Self, [String]> { get }
}

extension TakesManyGiven {
    /// Returns the command with more values of `--given`.
    fileprivate func addingGiven(_ values: [String]) -> any TagflowCommand {
        var command = self
        command[keyPath: Self.manyGiven] += values
        return command
    }
}

extension AddCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.tags } }

extension RemoveCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.tags } }

extension DeleteCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.tags } }

extension NewCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.tags } }

extension ToggleCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.tags } }

extension SelectCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.tags } }

extension DeselectCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.tags } }

extension ImportCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.files } }

extension TagFilesCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.files } }

extension SaveCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.title } }

extension RestoreItemCommand: TakesManyWords { static var manyWords: WritableKeyPath<Self, [String]> { \.name } }

extension SuggestCommand: TakesManyGiven { static var manyGiven: WritableKeyPath<Self, [String]> { \.givenTags } }

extension PickCommand: TakesManyGiven {
    static var manyGiven: WritableKeyPath<Self, [String]> { \.options.choice.given }
}
