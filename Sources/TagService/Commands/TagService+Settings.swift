internal import TagStore

/// The layout settings that a set keeps.
extension TagService {
    /// A set's name and settings.
    public func layoutSettings(
        of reference: SetReference = .chosen
    ) throws -> (set: String, settings: LayoutSettings) {
        try reading(reference) { _, set in (set.name, LayoutSettings(json: set.layout)) }
    }

    /// Keeps settings for a set: those that say something, over what it has.
    public func keepLayoutSettings(
        _ settings: LayoutSettings,
        of reference: SetReference = .chosen
    ) throws -> (set: String, settings: LayoutSettings) {
        try writing(reference) { writer, set in
            let merged = settings.or(LayoutSettings(json: set.layout))
            return (set.name, try Self.keep(merged, of: set, with: writer))
        }
    }

    /// Forgets a set's settings, so that it is laid out as a new one.
    public func resetLayoutSettings(of reference: SetReference = .chosen) throws -> String {
        try writing(reference) { writer, set in
            _ = try Self.keep(LayoutSettings(), of: set, with: writer)
            return set.name
        }
    }

    private static func keep(
        _ settings: LayoutSettings,
        of set: SetRow,
        with writer: StoreWriter
    ) throws -> LayoutSettings {
        writer.summary = "layout-settings of \(set.name)"
        var row = set
        row.layout = try settings.json()
        if row != set { try writer.apply(.putSet(row)) }
        return settings
    }
}
