/// Errors that other sync tools have.
///
/// Tests switch them on to prove that the random trials find them.
public struct SyncFlaws: OptionSet, Sendable {
    /// The bits of the flaws.
    public let rawValue: Int

    /// Creates a set of flaws from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// All tags of an item are one register, so that one of two added tags is lost.
    public static let tagsAsOneRegister = SyncFlaws(rawValue: 1)
    /// New things have the device's next integer as their id.
    public static let localIDs = SyncFlaws(rawValue: 2)
    /// Stamps follow the clock alone, so an edit may lose against the version that its author saw.
    public static let wallClockStamps = SyncFlaws(rawValue: 4)
    /// Any later change of an item, even of its tags, brings it back.
    public static let anyChangeRevertsDeletion = SyncFlaws(rawValue: 8)
    /// A device reads only files with a larger number than the last one.
    public static let readMarkByNumber = SyncFlaws(rawValue: 16)
    /// A cloned or restored database goes on under its old id.
    public static let clonesKeepID = SyncFlaws(rawValue: 32)
}
