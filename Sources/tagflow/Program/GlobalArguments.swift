import ArgumentParser

/// The arguments with global options moved after the command, as the parser expects.
///
/// ```swift
/// GlobalArguments(["--set", "trip", "-q", "show"]).arguments  // ["show", "--set", "trip", "-q"]
/// ```
struct GlobalArguments {
    /// The arguments, with the command first if there is one.
    let arguments: [String]

    private static let optionsWithValue: Set<String> = ["--database", "--set", "--color"]
    private static let flags: Set<String> = ["--quiet", "-q", "--verbose"]

    init(_ given: [String]) {
        let arguments = Self.withNegativeValues(Self.withEmptyValues(given))
        var leading: [String] = []
        var rest = arguments[...]
        while let argument = rest.first, argument.utf8.starts(with: "-".utf8) {
            if Self.optionsWithValue.contains(argument), rest.count > 1 {
                leading += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if Self.flags.contains(argument)
                || Self.optionsWithValue.contains(where: { argument.hasPrefix("\($0)=") })
            {
                leading.append(argument)
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        guard let command = rest.first, !command.utf8.starts(with: "-".utf8) else {
            self.arguments = arguments
            return
        }
        let others = Array(rest.dropFirst())
        let named =
            switch command {
            case ItemsCommand.configuration.commandName: Self.withQueryLast(others)
            case DescribeCommand.configuration.commandName: Self.withTagColor(others)
            default: others
            }
        self.arguments = [command] + leading + named
    }

    /// Returns the arguments of `describe` with a color of the tag in a separate option, since `--color` is also a global option.
    private static func withTagColor(_ arguments: [String]) -> [String] {
        let (color, tagColor) = ("--color", "--tag-color")
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var changed = arguments
        for index in arguments.indices where index < end {
            let argument = arguments[index]
            if argument == color, index + 1 < end, ColorChoice(rawValue: arguments[index + 1]) == nil {
                changed[index] = tagColor
            } else if argument.hasPrefix("\(color)="),
                ColorChoice(rawValue: String(argument.dropFirst(color.count + 1))) == nil
            {
                changed[index] = tagColor + argument.dropFirst(color.count)
            }
        }
        return changed
    }

    /// Returns the arguments with the empty value in `--note=` as a separate argument, since the parser rejects it.
    private static func withEmptyValues(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end]
            .flatMap { argument in
                let isEmpty = argument.utf8.last == UInt8(ascii: "=") && argument.wholeMatch(of: /--[a-z-]+=/) != nil
                return isEmpty ? [String(argument.dropLast()), ""] : [argument]
            } + arguments[end...]
    }

    /// Returns the arguments with a negative number after an option for numbers attached to it, since the parser takes it
    /// for an option.
    private static func withNegativeValues(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var joined: [String] = []
        for argument in arguments[..<end] {
            if let option = joined.last, numberOptions.contains(option), argument.wholeMatch(of: /-[0-9.]+/) != nil {
                joined[joined.count - 1] = "\(option)=\(argument)"
            } else {
                joined.append(argument)
            }
        }
        return joined + arguments[end...]
    }

    /// The options whose values are numbers.
    private static let numberOptions: Set<String> = [
        "--limit", "--width", "--number", "--spacing", "--line-spacing", "--max-lines", "--accept", "--undo-size",
        "--keep", "--scale", "--required",
    ]

    /// Moves the terms of a query behind the options, because a term such as `-#old` looks like an option.
    private static func withQueryLast(_ arguments: [String]) -> [String] {
        var options: [String] = []
        var terms: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                terms += rest
                break
            }
            guard argument.hasPrefix("--") || ["-q", "-h", "-y"].contains(argument) else {
                terms.append(argument)
                continue
            }
            options.append(argument)
            let hasValue = !argument.contains("=") && !queryFlags.contains(argument)
            if argument.hasPrefix("--"), hasValue, let value = rest.popFirst() { options.append(value) }
        }
        return options + (terms.isEmpty ? [] : ["--"] + terms)
    }

    /// The options of `items` without a value.
    private static let queryFlags: Set<String> = [
        "--quiet", "--verbose", "--help", "--version", "--missing", "--check", "--delete", "--yes", "--all",
    ]
}
