import TerminalFrontEnd

/// The settings of a picker, from its arguments or, if they are missing, the environment.
struct PickSettings {
    var options = PickerOptions()
    var given: [String]
    var printsNull: Bool
    /// Whether null bytes rather than line feeds separate standard input.
    var readsNull: Bool
    /// Whether the only match is chosen without a picker.
    var selectsOne: Bool
    /// Whether the command ends without a picker if nothing matches.
    var exitsEmpty: Bool
    /// The query whose matches are printed without a picker, or `nil` to show the picker.
    var filter: String?
    /// The title of the item to save the chosen tags as, or `nil` not to save them.
    var saveLabel: String?

    init(_ arguments: PickArguments, query: String?, environment: [String: String]) throws {
        let variables = PickVariables(environment)
        given = arguments.given.isEmpty ? variables.list("GIVEN") : arguments.given
        printsNull = try arguments.print0 || variables.flag("PRINT0")
        readsNull = try arguments.read0 || variables.flag("READ0")
        selectsOne = try arguments.select1 || variables.flag("SELECT_1")
        exitsEmpty = try arguments.exit0 || variables.flag("EXIT_0")
        filter = arguments.filter ?? variables.text("FILTER")
        saveLabel = arguments.save ?? variables.text("SAVE")
        options = try Self.options(arguments, variables)
        options.query = query ?? variables.text("QUERY") ?? ""
        try check()
    }

    /// Whether the database is needed.
    var needsService: Bool { !given.isEmpty || saveLabel != nil }

    private static func options(
        _ arguments: PickArguments,
        _ variables: PickVariables
    ) throws -> PickerOptions {
        var options = PickerOptions()
        options.limit = try number(arguments.limit, "limit", variables, least: 1)
        options.required = try number(arguments.required, "required", variables, least: 0) ?? 0
        options.isStrict = try !(arguments.noStrict || variables.flag("NO_STRICT"))
        options.usesFullScreen = try arguments.fullScreen || variables.flag("FULL_SCREEN")
        options.isExact = try arguments.exact || variables.flag("EXACT")
        options.readsColors = try arguments.ansi || variables.flag("ANSI")
        options.usesMouse = try !(arguments.noMouse || variables.flag("NO_MOUSE"))
        options.prompt = (arguments.prompt ?? variables.text("PROMPT")).map(firstLine)
        options.header = lines(arguments.header ?? variables.text("HEADER") ?? "")
        options.preselected =
            arguments.preselect.isEmpty ? variables.list("PRESELECT") : arguments.preselect
        let expected =
            arguments.expect.isEmpty
            ? variables.text("EXPECT").map { [$0] } ?? [] : arguments.expect
        options.expected = try expected.flatMap(keys)
        if let height = arguments.height ?? variables.text("HEIGHT") {
            options.height = try self.height(height)
        }
        return options
    }

    private func check() throws {
        if let limit = options.limit, options.required > limit {
            throw Self.usage(
                "--required \(options.required) is more than --limit \(limit) allows; lower it"
            )
        }
        if let limit = options.limit, options.preselected.count > limit {
            throw Self.usage(
                "--preselect names \(options.preselected.count) tags, more than --limit \(limit) allows; raise it"
            )
        }
        if filter != nil, saveLabel != nil {
            throw Self.usage("--filter can't be combined with --save")
        }
    }

    private static func usage(_ message: String) -> CommandError {
        CommandError(code: ExitStatus.usage, message: message)
    }

    /// Parses a comma-separated list of keys, such as `ctrl-e,f1`.
    private static func keys(_ list: String) throws -> [PickerKey] {
        try PickerKey.names(in: list)
            .map { name in
                guard let key = PickerKey(name) else {
                    throw usage(
                        "--expect: unknown key '\(name)'; expected a name such as ctrl-a, alt-x, f1, tab, page-up or x"
                    )
                }
                return key
            }
    }

    private static func firstLine(_ text: String) -> String {
        String(text.prefix { !$0.isNewline })
    }

    /// Splits a text into lines; a line end at the end of the text doesn't add an empty line.
    private static func lines(_ text: String) -> [String] {
        var lines = text.replacing("\t", with: "        ")
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func number(
        _ argument: Int?,
        _ name: String,
        _ variables: PickVariables,
        least: Int
    ) throws -> Int? {
        let number: Int?
        if let argument {
            number = argument
        } else if let text = variables.text(name.uppercased()) {
            number = Int(text) ?? (least - 1)
        } else {
            return nil
        }
        guard let number, (least...1_000_000).contains(number) else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "--\(name) must be a whole number from \(least) to 1000000"
            )
        }
        return number
    }

    private static func height(_ text: String) throws -> PickerOptions.Height {
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        let most = text.hasSuffix("%") ? 100 : 4_096
        guard let number = Int(digits), (1...most).contains(number) else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "invalid --height '\(text)'; use rows such as 12, or a share such as 40%"
            )
        }
        return text.hasSuffix("%") ? .percent(number) : .rows(number)
    }
}

/// The environment variables of `pick`, by their name without `TAGFLOW_PICK_`.
///
/// ```swift
/// let variables = PickVariables(["TAGFLOW_PICK_GIVEN": "sea|map", "TAGFLOW_PICK_EXACT": "yes"])
/// variables.list("GIVEN")  // ["sea", "map"]
/// try variables.flag("EXACT")  // true
/// ```
private struct PickVariables {
    private let environment: [String: String]

    init(_ environment: [String: String]) { self.environment = environment }

    /// Returns the value of a variable, or `nil` if it is unset or empty.
    func text(_ name: String) -> String? {
        environment["TAGFLOW_PICK_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the values in a variable, which are separated by `|`.
    func list(_ name: String) -> [String] {
        text(name)?.split(separator: "|").map(String.init) ?? []
    }

    /// Returns the value of a Boolean variable; an unset variable is false.
    func flag(_ name: String) throws -> Bool {
        switch text(name)?.lowercased() {
        case nil, "0", "false", "no", "off": return false
        case "1", "true", "yes", "on": return true
        case let other:
            throw CommandError(
                code: ExitStatus.usage,
                message: "TAGFLOW_PICK_\(name)='\(other ?? "")' isn't a Boolean; use 1 or 0"
            )
        }
    }
}
