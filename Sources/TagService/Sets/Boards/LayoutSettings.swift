public import FlowEngine
internal import Foundation
internal import JSON
internal import TagStore
internal import TextMeasurement

/// Settings for laying out the chips of a set; `nil` values mean the default of the output.
///
/// ```swift
/// var settings = LayoutSettings()
/// settings.alignment = .center
/// settings.maxLines = 3
/// let saved = try service.sets.saveLayoutSettings(settings, of: .named("habits"))
/// ```
public struct LayoutSettings: Hashable, Sendable, Codable {
    /// The distribution of the leftover space of a line.
    public var alignment: FlowAlignment?
    /// The alignment of chips across their line.
    public var lineAlignment: FlowLineAlignment?
    /// The distance between chips on a line, in terminal cells.
    public var spacing: Double?
    /// The distance between lines, in terminal cells.
    public var lineSpacing: Double?
    /// The algorithm that breaks chips into lines.
    public var lineBreaking: FlowLineBreaking?
    /// Whether chips grow to fill every line except the last.
    public var justified: Bool?
    /// The maximum number of visible lines.
    public var maxLines: Int?
    /// The side on which lines start.
    public var layoutDirection: LayoutDirection?
    /// Whether lines stack down or up.
    public var verticalDirection: VerticalDirection?
    /// The width of the board in cells; `nil` means the width of the terminal.
    public var width: Double?
    /// Whether the set has one item per local day; this setting has no effect on the layout.
    public var daily: Bool?
    /// Whether a tag `a/b` or `a::b` counts as `a` in the set, which is the default; this setting has no effect on the layout.
    public var hierarchy: Bool?

    /// Creates settings with every value `nil`.
    public init() {}

    /// Returns a copy with `nil` values replaced by those of other settings.
    public func withDefaults(from others: LayoutSettings) -> LayoutSettings {
        var merged = self
        merged.alignment = alignment ?? others.alignment
        merged.lineAlignment = lineAlignment ?? others.lineAlignment
        merged.spacing = spacing ?? others.spacing
        merged.lineSpacing = lineSpacing ?? others.lineSpacing
        merged.lineBreaking = lineBreaking ?? others.lineBreaking
        merged.justified = justified ?? others.justified
        merged.maxLines = maxLines ?? others.maxLines
        merged.layoutDirection = layoutDirection ?? others.layoutDirection
        merged.verticalDirection = verticalDirection ?? others.verticalDirection
        merged.width = width ?? others.width
        merged.daily = daily ?? others.daily
        merged.hierarchy = hierarchy ?? others.hierarchy
        return merged
    }
}

extension LayoutSettings {
    /// Decodes the settings of a set.
    ///
    /// - Throws: `RowError` if another program wrote invalid settings; ``TagService/Sets/resetLayoutSettings(of:)``
    ///   clears them. The store translates the error into `StoreError.corrupt`.
    init(of set: SetRow) throws(RowError) {
        do {
            try self.init(json: set.layout)
            daily = set.isDaily ? true : nil
        } catch {
            throw RowError(
                """
                table tag_set, row \(set.id): the layout settings of \(set.name.quoted(toCells: 60)) can't be read; \
                use 'layout-settings --reset' to clear them
                """)
        }
    }

    /// Decodes the JSON of the column `layout`; numbers out of range become `nil`.
    init(json: String) throws {
        self.init()
        // Fast path: most sets have no settings.
        guard json != "{}" else { return }
        self = try JSONDecoder().decode(LayoutSettings.self, from: Data(json.utf8))
        spacing = Self.bounded(spacing, from: 0)
        lineSpacing = Self.bounded(lineSpacing, from: 0)
        maxLines = maxLines.flatMap { (1...Self.maximum).contains($0) ? $0 : nil }
        width = Self.bounded(width, from: 1)
    }

    /// The maximum value of a setting, in cells or lines.
    public static let maximum = 10_000

    private static func bounded(_ length: Double?, from minimum: Double) -> Double? {
        length.flatMap { (minimum...Double(maximum)).contains($0) ? $0 : nil }
    }

    /// Returns the settings as JSON for the column `layout`, without the kind of the set, which has a separate column.
    func json() throws -> String {
        var layout = self
        layout.daily = nil
        return String(decoding: try JSONDocument.bytes(of: layout), as: UTF8.self)
    }

    /// Returns the layout that the settings describe, with default spacings for `nil` values.
    func layout(spacing defaultSpacing: Double, lineSpacing defaultLineSpacing: Double) -> FlowLayout {
        FlowLayout(
            alignment: alignment ?? .leading, lineAlignment: lineAlignment ?? .top, spacing: spacing ?? defaultSpacing,
            lineSpacing: lineSpacing ?? defaultLineSpacing, lineBreaking: lineBreaking ?? .greedy,
            justified: justified ?? false, maxLines: maxLines, verticalDirection: verticalDirection ?? .down)
    }
}
