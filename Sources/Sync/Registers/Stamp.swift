/// The id of a device in a store; a database that was cloned or restored takes a new id.
public struct DeviceID: Hashable, Comparable, Sendable {
    /// The random number that identifies the device; 0 is no device.
    public let number: UInt64

    /// Creates an id from its number.
    public init(_ number: UInt64) { self.number = number }

    /// Orders ids by their numbers.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The time of a change by a hybrid logical clock (rule 2).
///
/// Stamps are ordered by milliseconds, then counter, then device, so two devices agree on the newer of two stamps
/// without agreeing on the time.
public struct Stamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970, at least those of every stamp that the device had read.
    public let milliseconds: UInt64
    /// Distinguishes stamps of the same millisecond.
    public let counter: UInt64
    /// The device that wrote the change; 0 for values from before the set-up.
    public let device: DeviceID

    /// Creates a stamp.
    public init(milliseconds: UInt64, counter: UInt64 = 0, device: DeviceID = DeviceID(0)) {
        self.milliseconds = milliseconds
        self.counter = counter
        self.device = device
    }

    /// The stamp of a new thing's key and of most values at set-up: every other stamp is newer.
    public static let zero = Stamp(milliseconds: 0)

    /// Orders stamps by time, then by device.
    public static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.counter, left.device) < (right.milliseconds, right.counter, right.device)
    }
}

/// A hybrid logical clock: it follows the device's clock, but never falls behind a stamp that was read (rule 8).
public struct SyncClock: Hashable, Sendable {
    /// The newest stamp that was read or written.
    public private(set) var latest = Stamp.zero

    /// Creates a clock that has read nothing.
    public init() {}

    /// The largest stamp that the clock follows: the end of the year 9999, with room for later stamps that can be read.
    private static let limit = Stamp(milliseconds: 253_402_300_799_999, counter: 1 << 61)

    /// Records a stamp that was read, so that later stamps are newer.
    ///
    /// A stamp near the largest that files may have was never written by a clock; following it would leave no later one.
    public mutating func observe(_ stamp: Stamp) { latest = max(latest, min(stamp, Self.limit)) }

    /// Returns a stamp newer than every stamp read or written before, of at least the given time.
    ///
    /// `now` is in milliseconds since 1970, by the device's clock, which may be wrong.
    public mutating func next(now: UInt64, device: DeviceID) -> Stamp {
        var (milliseconds, counter) = (now, UInt64(0))
        if latest.milliseconds >= now {
            (milliseconds, counter) = (latest.milliseconds, latest.counter)
            let next = counter.addingReportingOverflow(1)
            counter = next.partialValue
            if next.overflow { milliseconds += 1 }
        }
        latest = Stamp(milliseconds: milliseconds, counter: counter, device: device)
        return latest
    }
}
