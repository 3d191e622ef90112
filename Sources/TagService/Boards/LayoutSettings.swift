public import FlowEngine
internal import Foundation
internal import JSON
internal import TagStore
internal import TextMeasurement

/// How the chips of a set flow onto lines; `nil` means the default of the output.
///
/// ```swift
/// var settings = LayoutSettings()
/// settings.alignment = .center
/// settings.maxLines = 3
/// let saved = try service.saveLayoutSettings(settings, of: .named("habits"))
/// ```
public struct LayoutSettings: Hashable, Sendable, Codable {
    /// How the leftover space of a line is distributed.
    public var alignment: FlowAlignment?
    /// How chips are aligned across their line.
    public var lineAlignment: FlowLineAlignment?
    /// The distance between chips of a line, in cells of a terminal.
    public var spacing: Double?
    /// The distance between lines, in cells of a terminal.
    public var lineSpacing: Double?
    /// The algorithm that breaks chips into lines.
    public var lineBreaking: FlowLineBreaking?
    /// Whether chips grow to fill each line but the last.
    public var justified: Bool?
    /// The maximum number of visible lines.
    public var maxLines: Int?
    /// The side on which lines start.
    public var layoutDirection: LayoutDirection?
    /// Whether lines stack down or up.
    public var verticalDirection: VerticalDirection?
    /// The width of the board in cells; `nil` means that of the terminal.
    public var width: Double?

    /// Creates settings in which every value is missing.
    public init() {}

    /// Returns these settings with missing values taken from others.
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
        return merged
    }
}

extension LayoutSettings {
    /// Decodes the settings of a set.
    ///
    /// - Throws: `RowError` if another program wrote something else there, which stays until
    ///   ``TagService/TagService/resetLayoutSettings(of:)`` replaces it. The store translates the error into
    ///   `StoreError.corrupt`.
    init(of set: SetRow) throws(RowError) {
        do {
            try self.init(json: set.layout)
        } catch {
            let name = TerminalText.truncated(TerminalText.printable(set.name), toCells: 60)
            throw RowError(
                """
                table tag_set, row \(set.id): the layout settings of '\(name)' cannot be read, \
                'layout-settings --reset' clears them
                """
            )
        }
    }

    /// Decodes the JSON of the column `layout`; a number outside its range counts as missing.
    init(json: String) throws {
        self.init()
        // So it is for most sets, whenever their board is drawn.
        guard json != "{}" else { return }
        self = try JSONDecoder().decode(LayoutSettings.self, from: Data(json.utf8))
        spacing = Self.bounded(spacing, from: 0)
        lineSpacing = Self.bounded(lineSpacing, from: 0)
        maxLines = maxLines.flatMap { (1...Self.maximum).contains($0) ? $0 : nil }
        width = Self.bounded(width, from: 1)
    }

    /// The maximum of a setting, in cells or lines.
    public static let maximum = 10_000

    private static func bounded(_ length: Double?, from minimum: Double) -> Double? {
        length.flatMap { (minimum...Double(maximum)).contains($0) ? $0 : nil }
    }

    /// The settings as JSON for the column `layout`.
    func json() throws -> String {
        String(decoding: try JSONDocument.bytes(of: self), as: UTF8.self)
    }

    /// The layout that the settings describe, with default spacings where they are missing.
    func layout(
        spacing defaultSpacing: Double,
        lineSpacing defaultLineSpacing: Double
    ) -> FlowLayout {
        FlowLayout(
            alignment: alignment ?? .leading,
            lineAlignment: lineAlignment ?? .top,
            spacing: spacing ?? defaultSpacing,
            lineSpacing: lineSpacing ?? defaultLineSpacing,
            lineBreaking: lineBreaking ?? .greedy,
            justified: justified ?? false,
            maxLines: maxLines,
            verticalDirection: verticalDirection ?? .down
        )
    }
}
