internal import TagService

extension LocalZone {
    /// The zone of the times in requests of other programs.
    static let utc = LocalZone { _ in 0 }
}
