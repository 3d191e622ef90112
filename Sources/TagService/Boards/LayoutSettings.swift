public import FlowEngine
internal import Foundation
internal import TagStore
internal import TextMeasurement

/// How the chips of a set flow onto lines; what is `nil` is as the output's unit has it.
public struct LayoutSettings: Hashable, Sendable, Codable {
    /// The free space of a line.
    public var alignment: FlowAlignment?
    /// An item across its line.
    public var lineAlignment: FlowLineAlignment?
    /// The distance between chips of a line, in cells of a terminal.
    public var spacing: Double?
    /// The distance between lines, in cells of a terminal.
    public var lineSpacing: Double?
    /// How chips are divided into lines.
    public var lineBreaking: FlowLineBreaking?
    /// Whether chips grow to fill each line but the last.
    public var justified: Bool?
    /// The most lines that are shown.
    public var maxLines: Int?
    /// Where lines start.
    public var layoutDirection: LayoutDirection?
    /// Whether lines stack down or up.
    public var verticalDirection: VerticalDirection?
    /// The width of the board in cells; `nil`: that of the terminal.
    public var width: Double?

    /// Settings that leave everything as it is.
    public init() {}

    /// These settings, and the others' where these say nothing.
    public func or(_ others: LayoutSettings) -> LayoutSettings {
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
    /// Reads the settings that a set keeps.
    ///
    /// - Throws: `RowDamage` where they cannot be read: another program wrote them. They are then left as they are
    ///   until `resetLayoutSettings` replaces them. The store turns the error into `StoreError.corrupt`.
    init(of set: SetRow) throws(RowDamage) {
        do {
            try self.init(json: set.layout)
        } catch {
            let name = TerminalText.truncated(TerminalText.printable(set.name), toCells: 60)
            throw RowDamage(
                """
                table tag_set, row \(set.id): the layout settings of '\(name)' cannot be read, \
                'layout-settings --reset' clears them
                """
            )
        }
    }

    /// Decodes the JSON of the column `layout`; a number out of its range counts as not set.
    init(json: String) throws {
        self = try JSONDecoder().decode(LayoutSettings.self, from: Data(json.utf8))
        spacing = Self.kept(spacing, from: 0)
        lineSpacing = Self.kept(lineSpacing, from: 0)
        maxLines = maxLines.flatMap { (1...Self.most).contains($0) ? $0 : nil }
        width = Self.kept(width, from: 1)
    }

    /// The most cells or lines that a setting can say.
    public static let most = 10_000

    private static func kept(_ length: Double?, from least: Double) -> Double? {
        length.flatMap { (least...Double(most)).contains($0) ? $0 : nil }
    }

    /// The column's form.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The layout that the settings describe, with the spacings of the unit where they say none.
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
