public import ArgumentParser
public import ChipRendering
public import FlowEngine
public import TagService

// The values of options whose types other targets own.

/// The command line with the options that stand before its command moved behind it, where the parser takes them.
struct GlobalArguments {
    /// The arguments, the command first where there is one.
    let arguments: [String]

    private static let optionsWithValue: Set<String> = ["--database", "--set"]
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

extension ChipStyle: ExpressibleByArgument {}
extension FlowAlignment: ExpressibleByArgument {}
extension FlowLineAlignment: ExpressibleByArgument {}
extension FlowLineBreaking: ExpressibleByArgument {}
extension ImportFormat: ExpressibleByArgument {}
extension LayoutDirection: ExpressibleByArgument {}
extension VerticalDirection: ExpressibleByArgument {}

/// The whole numbers that an option or argument takes; read with ``number(in:)``, none is ever outside.
struct NumberRange {
    private let range: ClosedRange<Int>

    /// How many of something are listed at the most.
    static let limit = NumberRange(range: 0...100_000)
    /// A width in cells of a terminal.
    static let width = NumberRange(range: 1...1_000_000)
    /// A distance between chips or lines, in cells.
    static let spacing = NumberRange(range: 0...10_000)
    /// A width or number of lines that a set keeps.
    static let kept = NumberRange(range: 1...10_000)
    /// The number of a saved selection.
    static let id = NumberRange(range: 1...Int.max)

    /// The number that a text is.
    ///
    /// - Throws: `ValidationError`, which tells the range.
    func number(in text: String) throws -> Int {
        guard let number = Int(text), range.contains(number) else {
            let end = range.upperBound == .max ? "on" : "to \(range.upperBound)"
            throw ValidationError("give a whole number from \(range.lowerBound) \(end)")
        }
        return number
    }
}
