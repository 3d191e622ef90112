public import ArgumentParser
public import ChipRendering
public import FlowEngine

/// The range of whole numbers that an option or argument accepts; ``number(in:)`` parses one of them.
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
    /// How much is kept for undo, in megabytes.
    static let undoSize = NumberRange(range: 1...1_000_000)
    /// The number of an item.
    static let id = NumberRange(range: 1...Int.max)

    /// The number that a text is.
    ///
    /// - Throws: `ValidationError`, which states the range.
    func number(in text: String) throws -> Int {
        guard let number = Int(text), range.contains(number) else {
            let end = range.upperBound == .max ? "on" : "to \(range.upperBound)"
            throw ValidationError("give a whole number from \(range.lowerBound) \(end)")
        }
        return number
    }
}

// The options whose values are types of other targets.

extension ChipStyle: ExpressibleByArgument {}
extension FlowAlignment: ExpressibleByArgument {}
extension FlowLineAlignment: ExpressibleByArgument {}
extension FlowLineBreaking: ExpressibleByArgument {}
extension LayoutDirection: ExpressibleByArgument {}
extension VerticalDirection: ExpressibleByArgument {}
