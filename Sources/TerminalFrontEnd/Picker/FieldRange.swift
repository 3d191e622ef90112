/// A range of the fields of a line, in the notation of fzf: `2`, `-1`, `2..`, `..3`, `2..-1` or `..`.
///
/// ```swift
/// let line = "main.swift:12:let x = 1"
/// let fields = try FieldDelimiter(":").fields(of: line)
/// try FieldRange("2..").fields(in: fields).joined()  // "12:let x = 1"
/// ```
public struct FieldRange: Hashable, Sendable {
    /// The first and last field; negative numbers count from the end.
    private let first: Int
    private let last: Int

    /// Parses a range.
    ///
    /// - Throws: `PickerOptionError.field` if the text isn't a range; fields are numbered from 1.
    public init(_ text: some StringProtocol) throws(PickerOptionError) {
        let error = PickerOptionError.field(String(text))
        func number(_ digits: some StringProtocol) throws(PickerOptionError) -> Int {
            guard let number = Int(digits), number != 0, abs(number) <= 1_000_000, digits.first != "+" else {
                throw error
            }
            return number
        }
        guard let dots = text.firstRange(of: "..") else {
            first = try number(text)
            last = first
            return
        }
        let (start, end) = (text[..<dots.lowerBound], text[dots.upperBound...])
        first = start.isEmpty ? 1 : try number(start)
        last = end.isEmpty ? -1 : try number(end)
    }

    /// Parses ranges that are separated by commas.
    ///
    /// - Throws: `PickerOptionError.field` if one isn't a range.
    public static func list(_ text: some StringProtocol) throws(PickerOptionError) -> [FieldRange] {
        var ranges: [FieldRange] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) { ranges.append(try FieldRange(part)) }
        return ranges
    }

    /// Returns the fields in the range; fields that don't exist are left out.
    public func fields(in fields: [Substring]) -> ArraySlice<Substring> {
        let start = first < 0 ? fields.count + first : first - 1
        let end = last < 0 ? fields.count + last + 1 : last
        let lower = min(max(start, 0), fields.count)
        return fields[lower..<max(min(end, fields.count), lower)]
    }
}
