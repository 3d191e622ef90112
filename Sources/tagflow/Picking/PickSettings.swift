import TerminalFrontEnd

/// How a picker behaves: its arguments, else the environment.
struct PickSettings {
    var options = PickerOptions()
    var given: [String]
    var printsNull: Bool
    /// Whether null bytes divide standard input, and not line ends.
    var readsNull: Bool
    /// Whether the only match is chosen without a picker.
    var selectsOne: Bool
    /// Whether no match ends the command without a picker.
    var exitsEmpty: Bool
    /// The text whose matches are printed without a picker; nil: the picker is shown.
    var filter: String?
    /// The label to save the chosen tags with; nil: they are not saved.
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

    /// The keys in a list with commas.
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

    /// The lines of a text, without an empty one after the last line end.
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
                message: "--\(name) is a whole number from \(least) to 1000000"
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
                message: "--height '\(text)' is neither a number of rows nor a share such as 40%"
            )
        }
        return text.hasSuffix("%") ? .percent(number) : .rows(number)
    }
}

/// The environment's variables for `pick`, by their name without `TAGFLOW_PICK_`.
private struct PickVariables {
    private let environment: [String: String]

    init(_ environment: [String: String]) { self.environment = environment }

    /// A variable that is set and not empty.
    func text(_ name: String) -> String? {
        environment["TAGFLOW_PICK_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The parts of a variable between bars.
    func list(_ name: String) -> [String] {
        text(name)?.split(separator: "|").map(String.init) ?? []
    }

    /// A boolean variable.
    func flag(_ name: String) throws -> Bool {
        switch text(name)?.lowercased() {
        case nil, "0", "false", "no", "off": return false
        case "1", "true", "yes", "on": return true
        case let other:
            throw CommandError(
                code: ExitStatus.usage,
                message: "TAGFLOW_PICK_\(name)='\(other ?? "")' is neither 1 nor 0"
            )
        }
    }
}
