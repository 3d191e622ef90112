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

    init(_ arguments: [String]) {
        var leading: [String] = []
        var rest = arguments[...]
        while let argument = rest.first {
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
        guard let command = rest.first, !command.hasPrefix("-") else {
            self.arguments = arguments
            return
        }
        self.arguments = [command] + leading + rest.dropFirst()
    }
}
