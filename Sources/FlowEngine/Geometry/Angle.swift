/// An angle; a positive one turns clockwise, since y grows downwards.
public struct Angle: Hashable, Comparable, Sendable {
    /// The angle in radians, of which a full turn has 2π.
    public var radians: Double

    /// The angle in degrees, of which a full turn has 360.
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    /// Makes an angle of 0.
    public init() {
        radians = 0
    }

    /// Makes an angle from radians.
    public init(radians: Double) {
        self.radians = radians
    }

    /// Makes an angle from degrees.
    public init(degrees: Double) {
        radians = degrees * .pi / 180
    }

    /// Returns an angle of so many radians.
    public static func radians(_ radians: Double) -> Angle {
        Angle(radians: radians)
    }

    /// Returns an angle of so many degrees.
    public static func degrees(_ degrees: Double) -> Angle {
        Angle(degrees: degrees)
    }

    /// The angle of 0.
    public static let zero = Angle()

    /// Returns whether the first angle is the smaller one.
    public static func < (first: Angle, second: Angle) -> Bool {
        first.radians < second.radians
    }

    /// Returns the sum of two angles.
    public static func + (first: Angle, second: Angle) -> Angle {
        Angle(radians: first.radians + second.radians)
    }

    /// Returns the difference of two angles.
    public static func - (first: Angle, second: Angle) -> Angle {
        Angle(radians: first.radians - second.radians)
    }

    /// Returns a multiple of an angle.
    public static func * (angle: Angle, factor: Double) -> Angle {
        Angle(radians: angle.radians * factor)
    }

    /// Returns a part of an angle.
    public static func / (angle: Angle, divisor: Double) -> Angle {
        Angle(radians: angle.radians / divisor)
    }
}
