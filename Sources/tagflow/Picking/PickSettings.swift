import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The settings of a picker, from its arguments or, if they are missing, the environment.
struct PickSettings {
    var options = PickerOptions()
    var given: [String]
    var printsNull: Bool
    /// Whether null bytes rather than line feeds separate standard input.
    var readsNull: Bool
    /// Whether the query is the first line of output.
    var printsQuery: Bool
    /// Whether the only match is chosen without a picker.
    var selectsOne: Bool
    /// Whether the command ends without a picker if nothing matches.
    var exitsEmpty: Bool
    /// The query whose matches are printed without a picker, or `nil` to show the picker.
    var filter: String?
    /// The title of the item to save the chosen tags as, or `nil` not to save them.
    var saveLabel: String?
    /// The evidence of the item to tag.
    var evidence: ItemEvidence
    /// The parts of a line to match and to show.
    var format: LineFormat

    init(_ arguments: PickArguments, query: String?, environment: [String: String]) throws {
        let variables = PickVariables(environment)
        let (choice, output) = (arguments.choice, arguments.output)
        given = choice.given.isEmpty ? variables.list("GIVEN") : choice.given
        printsNull = try output.print0 || variables.flag("PRINT0")
        readsNull = try output.read0 || variables.flag("READ0")
        printsQuery = try output.printQuery || variables.flag("PRINT_QUERY")
        selectsOne = try choice.select1 || variables.flag("SELECT_1")
        exitsEmpty = try choice.exit0 || variables.flag("EXIT_0")
        filter = arguments.search.filter ?? variables.text("FILTER")
        saveLabel = output.save ?? variables.text("SAVE")
        evidence = try Self.evidence(arguments.item, variables)
        format = try Self.format(arguments.search, variables)
        options = try Self.options(arguments, variables)
        options.delimiter = format.delimiter
        options.acceptsNoMatch = printsQuery
        options.query = query ?? variables.text("QUERY") ?? ""
        if case .query(let word) = choice.multi {
            guard query == nil else {
                throw Self.usage("--multi \(word.quoted) isn't a number; use a whole number from 1")
            }
            options.query = word
        }
        try check()
    }

    /// Whether the database is needed.
    var needsService: Bool { !given.isEmpty || saveLabel != nil || hasEvidence }

    /// The byte that ends a line of standard input.
    var separator: UInt8 { readsNull ? 0 : UInt8(ascii: "\n") }

    /// Whether the item to tag is described.
    var hasEvidence: Bool { evidence != ItemEvidence() }

    private static func evidence(_ arguments: PickItemOptions, _ variables: PickVariables) throws -> ItemEvidence {
        let evidence = ItemEvidence(
            title: arguments.title ?? variables.text("TITLE") ?? "",
            location: arguments.location ?? variables.text("LOCATION"),
            note: arguments.note ?? variables.text("NOTE") ?? "", text: arguments.text ?? variables.text("TEXT") ?? "")
        try evidence.checkLengths()
        return evidence
    }

    private static func format(_ arguments: PickSearchOptions, _ variables: PickVariables) throws -> LineFormat {
        var format = LineFormat()
        if let delimiter = arguments.delimiter ?? variables.text("DELIMITER") {
            format.delimiter = try parsed("delimiter") { try FieldDelimiter(delimiter) }
        }
        if let ranges = arguments.nth ?? variables.text("NTH") {
            format.matched = try parsed("nth") { try FieldRange.list(ranges) }
        }
        if let template = arguments.withNth ?? variables.text("WITH_NTH") {
            format.shown = try parsed("with-nth") { try FieldTemplate(template) }
        }
        return format
    }

    private static func options(_ arguments: PickArguments, _ variables: PickVariables) throws -> PickerOptions {
        var options = PickerOptions()
        let (search, choice) = (arguments.search, arguments.choice)
        options.filter.isExact = try search.exact || variables.flag("EXACT")
        options.filter.isReversed = try search.tac || variables.flag("TAC")
        options.filter.keepsOrder = try search.noSort || variables.flag("NO_SORT")
        options.limit = try limit(choice, variables)
        options.goesOn = choice.multi != nil
        options.required = try number(choice.required, "required", variables, least: 0) ?? 0
        options.isStrict = try !(choice.noStrict || variables.flag("NO_STRICT"))
        options.preselected = choice.preselect.isEmpty ? variables.list("PRESELECT") : choice.preselect
        try set(&options, arguments.keys, variables)
        try set(&options, arguments.display, variables)
        return options
    }

    /// Returns the smallest of the limits.
    private static func limit(_ choice: PickChoiceOptions, _ variables: PickVariables) throws -> Int? {
        var limits = [try number(choice.limit, "limit", variables, least: 1)]
        if case .most(let most) = choice.multi {
            limits.append(try number(most, "multi", variables, least: 1))
        } else if choice.multi == nil {
            limits.append(try number(nil, "multi", variables, least: 1))
        }
        if try choice.noMulti || variables.flag("NO_MULTI") { limits.append(1) }
        return limits.compactMap(\.self).min()
    }

    private static func set(_ options: inout PickerOptions, _ keys: PickKeyOptions, _ variables: PickVariables) throws {
        let expected = keys.expect.isEmpty ? variables.text("EXPECT").map { [$0] } ?? [] : keys.expect
        options.expected = try expected.flatMap(self.keys)
        let bindings = keys.bind.isEmpty ? variables.text("BIND").map { [$0] } ?? [] : keys.bind
        options.bindings = try bindings.flatMap { list in try parsed("bind") { try PickerBinding.list(list) } }
        options.cycles = try keys.cycle || variables.flag("CYCLE")
        options.usesMouse = try !(keys.noMouse || variables.flag("NO_MOUSE"))
        options.historyPath = try (keys.history ?? variables.text("HISTORY")).map(historyPath)
    }

    private static func set(
        _ options: inout PickerOptions, _ display: PickDisplayOptions, _ variables: PickVariables
    ) throws {
        options.prompt = (display.prompt ?? variables.text("PROMPT")).map(firstLine)
        options.header = lines(display.header ?? variables.text("HEADER") ?? "")
        options.usesFullScreen = try display.fullScreen || variables.flag("FULL_SCREEN")
        options.readsColors = try display.ansi || variables.flag("ANSI")
        if let height = display.height ?? variables.text("HEIGHT") { options.height = try self.height(height) }
        let window = display.previewWindow ?? variables.text("PREVIEW_WINDOW") ?? ""
        let preview = try parsed("preview-window") {
            try PreviewOptions(display.preview ?? variables.text("PREVIEW") ?? "", window: window)
        }
        if display.preview ?? variables.text("PREVIEW") != nil { options.preview = preview }
    }

    private func check() throws {
        if let limit = options.limit, options.required > limit {
            throw Self.usage("--required \(options.required) is more than --limit \(limit) allows; lower it")
        }
        if let limit = options.limit, options.preselected.count > limit {
            throw Self.usage(
                "--preselect names \(options.preselected.count) tags, more than --limit \(limit) allows; raise it")
        }
        if filter != nil, saveLabel != nil { throw Self.usage("--filter can't be combined with --save") }
    }
}

// MARK: - Values

extension PickSettings {
    private static func usage(_ message: String) -> CommandError {
        CommandError(code: ExitStatus.usage, message: message)
    }

    /// Parses the value of an option; an error names the option.
    private static func parsed<Value>(_ option: String, _ value: () throws -> Value) throws -> Value {
        do { return try value() } catch { throw usage("--\(option): \(error)") }
    }

    /// Parses a comma-separated list of keys, such as `ctrl-e,f1`.
    private static func keys(_ list: String) throws -> [PickerKey] {
        try PickerKey.names(in: list)
            .map { name in
                guard let key = PickerKey(name) else { throw usage("--expect: \(PickerOptionError.key(name))") }
                return key
            }
    }

    /// Checks that a history can be kept in a file; creates the file if it is missing.
    private static func historyPath(_ path: String) throws -> String {
        guard !OpenDatabases.holds(path) else {
            throw usage("--history: \(path.quoted) is the database; use another file")
        }
        guard let file = FileHandle(forUpdatingAtPath: path) ?? created(path) else {
            throw usage("--history: can't write \(path.quoted); use a file in a folder that exists")
        }
        try file.close()
        return path
    }

    private static func created(_ path: String) -> FileHandle? {
        let isCreated = FileManager.default.createFile(
            atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        return isCreated ? FileHandle(forUpdatingAtPath: path) : nil
    }

    private static func firstLine(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }

    /// Splits a text into lines; a line end at the end of the text doesn't add an empty line.
    private static func lines(_ text: String) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static func number(_ argument: Int?, _ name: String, _ variables: PickVariables, least: Int) throws -> Int?
    {
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
                code: ExitStatus.usage, message: "--\(name) must be a whole number from \(least) to 1000000")
        }
        return number
    }

    private static func height(_ text: String) throws -> PickerOptions.Height {
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        let most = text.hasSuffix("%") ? 100 : 4_096
        guard let number = Int(digits), (1...most).contains(number) else {
            throw CommandError(
                code: ExitStatus.usage,
                message: "invalid --height \(text.quoted); use rows such as 12, or a share such as 40%")
        }
        return text.hasSuffix("%") ? .percent(number) : .rows(number)
    }
}
