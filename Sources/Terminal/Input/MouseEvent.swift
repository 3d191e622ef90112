/// A press, release, movement or turn of the wheel over the terminal.
///
/// ```text
/// CSI < 0 ; 3 ; 2 M     .press(.left) at row 1, column 2
/// CSI < 32 ; 3 ; 2 M    .drag(.left)
/// CSI < 81 ; 3 ; 2 M    .wheelDown, with Control
/// ```
package struct MouseEvent: Hashable, Sendable {
    /// A button of the mouse.
    package enum Button: Hashable, Sendable {
        /// The left button.
        case left
        /// The middle button.
        case middle
        /// The right button.
        case right
        /// A further button with this number, 8 to 11.
        case other(Int)
    }

    /// The kind of event.
    package enum Action: Hashable, Sendable {
        /// A button went down.
        case press(Button)
        /// A button was released; the old encoding doesn't report which.
        case release(Button?)
        /// The pointer moved with a button held.
        case drag(Button)
        /// The pointer moved with no button held.
        case move
        /// The wheel turned by one notch away from the user.
        case wheelUp
        /// The wheel turned by one notch toward the user.
        case wheelDown
        /// The wheel was pushed to the left.
        case wheelLeft
        /// The wheel was pushed to the right.
        case wheelRight
    }

    /// The kind of event.
    package var action: Action
    /// The cell under the pointer; the top left corner of the screen is (0, 0).
    package var position: CellPosition
    /// The modifiers held.
    package var modifiers: KeyModifiers

    package init(_ action: Action, at position: CellPosition, _ modifiers: KeyModifiers = []) {
        self.action = action
        self.position = position
        self.modifiers = modifiers
    }
}
