public import ArgumentParser
public import ChipRendering
public import FlowEngine
public import TagService

/// The range of whole numbers that an option or argument accepts.
///
/// ```swift
/// try NumberRange.limit.number(in: "20")  // 20
/// try NumberRange.limit.number(in: "x")  // throws "give a whole number from 0 to 100000"
/// ```
struct NumberRange {
    private let range: ClosedRange<Int>

    /// A maximum number of listed results.
    static let limit = NumberRange(range: 0...100_000)
    /// A width in terminal cells.
    static let width = NumberRange(range: 1...1_000_000)
    /// A distance between chips or lines, in cells.
    static let spacing = NumberRange(range: 0...10_000)
    /// A width or number of lines in the layout settings of a set.
    static let kept = NumberRange(range: 1...10_000)
    /// The size of the undo log, in megabytes.
    static let undoSize = NumberRange(range: 1...1_000_000)
    /// The number of backups to keep.
    static let backups = NumberRange(range: 1...100_000)
    /// The ID of an item.
    static let id = NumberRange(range: 1...Int.max)

    /// Parses a number.
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

// Option values whose types are declared in other targets.

extension ChipStyle: ExpressibleByArgument {}
extension FlowAlignment: ExpressibleByArgument {}
extension FlowLineAlignment: ExpressibleByArgument {}
extension FlowLineBreaking: ExpressibleByArgument {}
extension LayoutDirection: ExpressibleByArgument {}
extension VerticalDirection: ExpressibleByArgument {}
extension StatisticsPeriod: ExpressibleByArgument {}
extension TagOrder: ExpressibleByArgument {}

extension TagColorChoice: ExpressibleByArgument {}
