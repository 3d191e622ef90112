import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The option `--number` of commands that take tags of a set.
///
/// ```
/// $ tagflow show --numbers
/// (1 sea ) (2 map ) (3 photo )
/// $ tagflow toggle --number 2-3
/// ( sea ) (✓map ) (✓photo )
/// ```
struct ChipNumberOptions: ParsableArguments {
    @Option(
        name: .customLong("number"),
        help: ArgumentHelp(
            "A chip's number, as 'show --numbers' draws it, or a range such as 2-4; may be repeated.", valueName: "n"))
    var numbers: [String] = []

    /// Throws if neither tags nor numbers are given.
    func require(_ tags: [String]) throws {
        guard tags.isEmpty, numbers.isEmpty else { return }
        throw ValidationError("expected a tag, or --number with the number of a chip")
    }
}

extension Session {
    /// Returns the tags that a command's words and the numbers of chips name.
    ///
    /// - Throws: `ReplInputError` for a number that isn't one, `TagServiceError.unknownNumber`.
    func tags(_ words: [String], _ chips: ChipNumberOptions, _ global: GlobalOptions) throws -> [String] {
        let named = try tags(words, global)
        guard !chips.numbers.isEmpty else { return named }
        guard let numbers = try ChipNumbers.numbers(chips.numbers) else {
            throw CommandError(
                code: ExitStatus.usage,
                message:
                    "--number takes the number of a chip or a range such as 2-4, got \(chips.numbers.joined(separator: " ").quoted)"
            )
        }
        guard repl == nil else { return try named + self.named(chips.numbers, global) }
        return named + (try service(global).selection.tagNames(ofChips: numbers, in: set(global)))
    }
}
