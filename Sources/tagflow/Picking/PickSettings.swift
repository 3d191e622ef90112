import TerminalFrontEnd

/// How a picker behaves: its arguments, else the environment.
struct PickSettings {
    var options = PickerOptions()
    var given: [String]
    var printsNull: Bool
    /// The label to save the chosen tags with; nil: they are not saved.
    var saveLabel: String?

    init(_ arguments: PickArguments, query: String?, environment: [String: String]) throws {
        let variables = PickVariables(environment)
        given = arguments.given.isEmpty ? variables.list("GIVEN") : arguments.given
        printsNull = try arguments.print0 || variables.flag("PRINT0")
        saveLabel = arguments.save ?? variables.text("SAVE")
        options.query = query ?? variables.text("QUERY") ?? ""
        options.limit = try Self.number(arguments.limit, "limit", variables, least: 1)
        options.required = try Self.number(arguments.required, "required", variables, least: 0) ?? 0
        options.isStrict = try !(arguments.noStrict || variables.flag("NO_STRICT"))
        options.usesFullScreen = try arguments.fullScreen || variables.flag("FULL_SCREEN")
        if let height = arguments.height ?? variables.text("HEIGHT") {
            options.height = try Self.height(height)
        }
        if let limit = options.limit, options.required > limit {
            throw CommandFailure(
                code: ExitStatus.usage,
                message:
                    "--required \(options.required) is more than --limit \(limit) allows; lower it"
            )
        }
    }

    /// Whether the database is needed.
    var needsService: Bool { !given.isEmpty || saveLabel != nil }

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
            throw CommandFailure(
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
            throw CommandFailure(
                code: ExitStatus.usage,
                message: "--height '\(text)' is neither a number of rows nor a share such as 40%"
            )
        }
        return text.hasSuffix("%") ? .percent(number) : .rows(number)
    }
}

/// The environment's variables for `pick`, by their name without `TAGFLOW_PICK_`.
struct PickVariables {
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

    /// A variable that says yes or no.
    func flag(_ name: String) throws -> Bool {
        switch text(name)?.lowercased() {
        case nil, "0", "false", "no", "off": return false
        case "1", "true", "yes", "on": return true
        case let other:
            throw CommandFailure(
                code: ExitStatus.usage,
                message: "TAGFLOW_PICK_\(name)='\(other ?? "")' is neither 1 nor 0"
            )
        }
    }
}
