internal import FlowEngine
internal import TagService

/// A line such as `width 60`, `align center`, `spacing 2 1` or `lines 3`, which tries a layout setting.
struct LayoutTrial {
    let settings: LayoutSettings

    /// The words that begin such a line.
    static let words = ["width", "align", "spacing", "lines"]

    /// Ends the trial of the settings that a word names.
    static func reset(_ word: String, in tried: inout LayoutSettings) {
        switch word {
        case "width": tried.width = nil
        case "lines": tried.maxLines = nil
        case "align": tried.alignment = nil
        default: (tried.spacing, tried.lineSpacing) = (nil, nil)
        }
    }

    /// `nil` where the word is none of these or stands alone, so that a tag of the same name can be toggled.
    init?(word: String, arguments: [String]) throws(ReplInputError) {
        guard Self.words.contains(word), !arguments.isEmpty else {
            return nil
        }
        var settings = LayoutSettings()
        switch word {
        case "width":
            settings.width = try Self.lengths(arguments, of: word, count: 1...1, least: 1)[0]
        case "lines":
            settings.maxLines = Int(
                try Self.lengths(arguments, of: word, count: 1...1, least: 1)[0]
            )
        case "spacing":
            let lengths = try Self.lengths(arguments, of: word, count: 1...2, least: 0)
            settings.spacing = lengths[0]
            settings.lineSpacing = lengths.count > 1 ? lengths[1] : nil
        default:
            guard arguments.count == 1, let alignment = FlowAlignment(rawValue: arguments[0]) else {
                let names = FlowAlignment.allCases.map(\.rawValue).joined(separator: ", ")
                throw .badSetting(word: word, rule: "one of \(names)")
            }
            settings.alignment = alignment
        }
        self.settings = settings
    }

    private static func lengths(
        _ arguments: [String],
        of word: String,
        count: ClosedRange<Int>,
        least: Int
    ) throws(ReplInputError) -> [Double] {
        let numbers = arguments.compactMap { Int($0) }.filter { (least...10_000).contains($0) }
        guard numbers.count == arguments.count, count.contains(numbers.count) else {
            throw .badSetting(word: word, rule: "a whole number from \(least) to 10000")
        }
        return numbers.map { Double($0) }
    }
}
