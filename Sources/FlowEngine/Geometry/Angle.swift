/// An angle; positive angles turn clockwise, since y grows downwards.
public struct Angle: Hashable, Comparable, Sendable {
    /// The angle in radians; a full turn is 2π.
    public var radians: Double

    /// The angle in degrees; a full turn is 360.
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    /// Creates an angle of 0.
    public init() { radians = 0 }

    /// Creates an angle from radians.
    public init(radians: Double) { self.radians = radians }

    /// Creates an angle from degrees.
    public init(degrees: Double) { radians = degrees * .pi / 180 }

    /// Returns an angle of a number of radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    /// Returns an angle of a number of degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    /// The angle of 0.
    public static let zero = Angle()

    /// Returns whether the first angle is smaller.
    public static func < (first: Angle, second: Angle) -> Bool { first.radians < second.radians }

    /// Returns the sum of two angles.
    public static func + (first: Angle, second: Angle) -> Angle { Angle(radians: first.radians + second.radians) }

    /// Returns the difference of two angles.
    public static func - (first: Angle, second: Angle) -> Angle { Angle(radians: first.radians - second.radians) }

    /// Returns an angle multiplied by a number.
    public static func * (angle: Angle, factor: Double) -> Angle { Angle(radians: angle.radians * factor) }

    /// Returns an angle divided by a number.
    public static func / (angle: Angle, divisor: Double) -> Angle { Angle(radians: angle.radians / divisor) }
}
