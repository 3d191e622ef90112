internal import FlowEngine
internal import TagService

/// A line such as `width 60`, `align center`, `spacing 2 1` or `lines 3`, which tries out a layout
/// setting without saving it.
struct LayoutTrial {
    let settings: LayoutSettings

    /// The first words of these lines.
    static let words = ["width", "align", "spacing", "lines"]

    /// Stops trying out the settings for a word, so that the set's values apply again.
    static func reset(_ word: String, in tried: inout LayoutSettings) {
        switch word {
        case "width": tried.width = nil
        case "lines": tried.maxLines = nil
        case "align": tried.alignment = nil
        default: (tried.spacing, tried.lineSpacing) = (nil, nil)
        }
    }

    /// Returns the current value of a setting and where it comes from: the trial, the set or the
    /// default.
    static func text(of word: String, tried: LayoutSettings, kept: LayoutSettings) -> String {
        let settings = tried.withDefaults(from: kept)
        let isTried = value(of: word, in: tried) != nil
        let origin =
            isTried
            ? "temporary; '\(word) default' resets it"
            : value(of: word, in: kept) == nil ? "the default" : "saved in the set"
        return "\(word): \(value(of: word, in: settings) ?? defaults[word] ?? "") (\(origin))"
    }

    private static let defaults = [
        "width": "that of the terminal", "lines": "no limit", "align": "leading", "spacing": "1 0",
    ]

    /// Returns the value of a setting as it's typed, or `nil` if it isn't set.
    private static func value(of word: String, in settings: LayoutSettings) -> String? {
        func whole(_ length: Double) -> String { "\(Int(exactly: length.rounded()) ?? 0)" }
        switch word {
        case "width": return settings.width.map(whole)
        case "lines": return settings.maxLines.map { "\($0)" }
        case "align": return settings.alignment?.rawValue
        default:
            guard settings.spacing != nil || settings.lineSpacing != nil else { return nil }
            return "\(whole(settings.spacing ?? 1)) \(whole(settings.lineSpacing ?? 0))"
        }
    }

    /// Parses a line; `nil` if its first word isn't a setting or if there is no value.
    init?(word: String, arguments: [String]) throws(ReplInputError) {
        guard Self.words.contains(word), !arguments.isEmpty else { return nil }
        var settings = LayoutSettings()
        switch word {
        case "width": settings.width = try Self.lengths(arguments, of: word, count: 1...1, least: 1)[0]
        case "lines": settings.maxLines = Int(try Self.lengths(arguments, of: word, count: 1...1, least: 1)[0])
        case "spacing":
            let lengths = try Self.lengths(arguments, of: word, count: 1...2, least: 0)
            settings.spacing = lengths[0]
            settings.lineSpacing = lengths.count > 1 ? lengths[1] : nil
        default:
            guard arguments.count == 1, let alignment = FlowAlignment(rawValue: arguments[0]) else {
                let names = FlowAlignment.allCases.map(\.rawValue).joined(separator: ", ")
                throw .badSetting(word: word, rule: "must be one of \(names)")
            }
            settings.alignment = alignment
        }
        self.settings = settings
    }

    private static func lengths(
        _ arguments: [String], of word: String, count: ClosedRange<Int>, least: Int
    ) throws(ReplInputError) -> [Double] {
        let numbers = arguments.compactMap { Int($0) }.filter { (least...10_000).contains($0) }
        guard numbers.count == arguments.count, count.contains(numbers.count) else {
            throw .badSetting(word: word, rule: "must be a whole number from \(least) to 10000")
        }
        return numbers.map { Double($0) }
    }
}
