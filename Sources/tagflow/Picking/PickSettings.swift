import ArgumentParser
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The settings of a picker: those of `TAGFLOW_PICK_OPTIONS`, then those of the command line.
///
/// ```
/// $ export TAGFLOW_PICK_OPTIONS="--height 40% --prompt 'tags: '"
/// $ tagflow pick --height 12     # 12 rows, with that prompt
/// ```
struct PickSettings {
    var options = PickerOptions()
    var given: [String] = []
    var printsNull = false
    /// Whether null bytes rather than line feeds separate standard input.
    var readsNull = false
    /// Whether the query is the first line of output.
    var printsQuery = false
    /// Whether the only match is chosen without a picker.
    var selectsOne = false
    /// Whether the command ends without a picker if nothing matches.
    var exitsEmpty = false
    /// The query whose matches are printed without a picker, or `nil` to show the picker.
    var filter: String?
    /// The title of the item to save the chosen tags as, or `nil` not to save them.
    var saveLabel: String?
    /// The evidence of the item to tag.
    var evidence = ItemEvidence()
    /// The parts of a line to match and to show.
    var format = LineFormat()
    private var preview: String?
    private var previewWindow = ""

    /// The environment variable with options for each picker.
    private static let variable = "TAGFLOW_PICK_OPTIONS"

    init(_ arguments: PickArguments, query: String?, environment: [String: String]) throws {
        if let text = environment[Self.variable] {
            do { try apply(Self.defaults(text)) } catch let error as CommandError {
                throw Self.usage("\(Self.variable): \(error.message ?? "")")
            }
        }
        try apply(arguments)
        if let query {
            if case .query(let word) = arguments.choice.multi {
                throw Self.usage("--multi \(word.quoted) isn't a number; use a whole number from 1")
            }
            options.query = query
        }
        try finish()
    }

    /// Parses the options in the value of the variable, which are quoted as in a shell.
    private static func defaults(_ text: String) throws -> PickArguments {
        do {
            let words = try ShellWords(text).words
            return try PickArguments.parse(Array(GlobalArguments(["pick"] + words).arguments.dropFirst()))
        } catch let error as ShellWordsError { throw usage(error.description) } catch {
            let outcome = ParsingOutcome(error)
            let text = outcome.isAnswer ? "help isn't an option of the picker" : outcome.text
            let nearest = text.replacing(". Did you mean", with: "; did you mean")
            throw usage(nearest == text ? "\(text); see 'tagflow help pick'" : nearest)
        }
    }

    /// Sets the given options; options that are missing keep their values.
    private mutating func apply(_ arguments: PickArguments) throws {
        apply(arguments.output)
        try apply(arguments.search)
        try apply(arguments.choice)
        try apply(arguments.item)
        try apply(arguments.keys)
        try apply(arguments.display)
    }

    private mutating func apply(_ output: PickOutputOptions) {
        if output.print0 { printsNull = true }
        if output.read0 { readsNull = true }
        if output.printQuery { printsQuery = true }
        if let title = output.save { saveLabel = title }
    }

    private mutating func apply(_ search: PickSearchOptions) throws {
        if search.exact { options.filter.isExact = true }
        if search.tac { options.filter.isReversed = true }
        if search.noSort { options.filter.keepsOrder = true }
        if let query = search.filter { filter = query }
        if let delimiter = search.delimiter {
            format.delimiter = try Self.parsed("delimiter") { try FieldDelimiter(delimiter) }
        }
        if let ranges = search.nth { format.matched = try Self.parsed("nth") { try FieldRange.list(ranges) } }
        if let template = search.withNth { format.shown = try Self.parsed("with-nth") { try FieldTemplate(template) } }
    }

    private mutating func apply(_ choice: PickChoiceOptions) throws {
        if choice.select1 { selectsOne = true }
        if choice.exit0 { exitsEmpty = true }
        if choice.noStrict { options.isStrict = false }
        given += choice.given
        options.preselected += choice.preselect
        if let required = try Self.number(choice.required, "required", least: 0) { options.required = required }
        let limits = try Self.limits(choice)
        if !limits.isEmpty || choice.multi != nil { options.limit = limits.min() }
        if let multi = choice.multi {
            options.goesOn = true
            if case .query(let word) = multi { options.query = word }
        }
    }

    /// Returns the limits that the options set; the smallest counts.
    private static func limits(_ choice: PickChoiceOptions) throws -> [Int] {
        var limits = [try number(choice.limit, "limit", least: 1)]
        if case .most(let most) = choice.multi { limits.append(try number(most, "multi", least: 1)) }
        if choice.noMulti { limits.append(1) }
        return limits.compactMap(\.self)
    }

    private mutating func apply(_ item: PickItemOptions) throws {
        if let title = item.title { evidence.title = title }
        if let location = item.location { evidence.location = location }
        if let note = item.note { evidence.note = note }
        if let text = item.text { evidence.text = text }
        try evidence.checkLengths()
    }

    private mutating func apply(_ keys: PickKeyOptions) throws {
        options.expected += try keys.expect.flatMap(Self.keys)
        options.bindings += try keys.bind.flatMap { list in try Self.parsed("bind") { try PickerBinding.list(list) } }
        if keys.cycle { options.cycles = true }
        if keys.noMouse { options.usesMouse = false }
        if let history = keys.history { options.historyPath = try Self.historyPath(history) }
    }

    private mutating func apply(_ display: PickDisplayOptions) throws {
        if let prompt = display.prompt { options.prompt = Self.firstLine(prompt) }
        if let header = display.header { options.header = Self.lines(header) }
        if let height = display.height {
            options.height = try Self.height(height)
            options.usesFullScreen = false
        }
        if display.fullScreen { options.usesFullScreen = true }
        if display.ansi { options.readsColors = true }
        if let command = display.preview { preview = command }
        if let window = display.previewWindow { previewWindow = window }
        let shown = try Self.parsed("preview-window") { try PreviewOptions(preview ?? "", window: previewWindow) }
        if preview != nil { options.preview = shown }
    }

    /// Sets the options that follow from others, and checks that the options fit together.
    private mutating func finish() throws {
        options.delimiter = format.delimiter
        options.acceptsNoMatch = printsQuery
        if let limit = options.limit, options.required > limit {
            throw Self.usage("--required \(options.required) is more than --limit \(limit) allows; lower it")
        }
        if let limit = options.limit, options.preselected.count > limit {
            throw Self.usage(
                "--preselect names \(options.preselected.count) tags, more than --limit \(limit) allows; raise it")
        }
        if filter != nil, saveLabel != nil { throw Self.usage("--filter can't be combined with --save") }
    }

    /// Whether the database is needed.
    var needsService: Bool { !given.isEmpty || saveLabel != nil || hasEvidence }

    /// The byte that ends a line of standard input.
    var separator: UInt8 { readsNull ? 0 : UInt8(ascii: "\n") }

    /// Whether the item to tag is described.
    var hasEvidence: Bool { evidence != ItemEvidence() }
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

    private static func number(_ argument: Int?, _ name: String, least: Int) throws -> Int? {
        guard let number = argument else { return nil }
        guard (least...1_000_000).contains(number) else {
            throw usage("--\(name) must be a whole number from \(least) to 1000000")
        }
        return number
    }

    private static func height(_ text: String) throws -> PickerOptions.Height {
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        let most = text.hasSuffix("%") ? 100 : 4_096
        guard let number = Int(digits), (1...most).contains(number) else {
            throw usage("invalid --height \(text.quoted); use rows such as 12, or a share such as 40%")
        }
        return text.hasSuffix("%") ? .percent(number) : .rows(number)
    }
}
