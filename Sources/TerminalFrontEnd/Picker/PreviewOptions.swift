/// The preview of the highlighted tag: the output of a command.
public struct PreviewOptions: Hashable, Sendable {
    /// The side of the board on which the preview is.
    public enum Position: Hashable, Sendable {
        case right
        case down
    }

    /// The command.
    public var command: CommandTemplate
    /// The side of the board.
    public var position = Position.right
    /// The share of the picker's width or height, from 1 to 99 percent.
    public var percent = 50
    /// Whether the preview is hidden until a key with `toggle-preview` is pressed.
    public var isHidden = false

    /// Creates the options.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - window: The position and size, such as `down:40%` or `right:50%:hidden`; empty for the
    ///     default.
    /// - Throws: `PickerOptionError.window` if the window is invalid.
    public init(_ command: String, window: String = "") throws(PickerOptionError) {
        self.command = CommandTemplate(command)
        for word in window.split(whereSeparator: { $0 == ":" || $0 == "," }) {
            switch word {
            case "right": position = .right
            case "down", "bottom": position = .down
            case "hidden": isHidden = true
            case "nohidden": isHidden = false
            default:
                guard word.hasSuffix("%"), let percent = Int(word.dropLast()), (1...99).contains(percent) else {
                    throw .window(window)
                }
                self.percent = percent
            }
        }
    }
}
