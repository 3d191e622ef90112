/// Why a text could not be measured.
public enum TextMeasurementError: Error, Sendable, Hashable {
    /// The text holds a control or a line break, which has no size on a line.
    case unprintable(UnprintableScalar)
}

extension TextMeasurementError: CustomStringConvertible {
    /// One line that names what was found and where.
    public var description: String {
        switch self {
        case .unprintable(let offender):
            """
            a text with \(offender) at character \(offender.position) has no size on a line; \
            remove that character
            """
        }
    }
}
