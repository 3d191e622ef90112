/// Something the mouse did over the terminal.
package struct MouseEvent: Hashable, Sendable {
    /// A button of the mouse.
    package enum Button: Hashable, Sendable {
        /// The left button.
        case left
        /// The middle button.
        case middle
        /// The right button.
        case right
        /// A further button by its number, 8 to 11.
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
        /// The wheel turned by one notch away from the person.
        case wheelUp
        /// The wheel turned by one notch towards the person.
        case wheelDown
        /// The wheel was pushed to the left.
        case wheelLeft
        /// The wheel was pushed to the right.
        case wheelRight
    }

    /// The kind of event.
    package var action: Action
    /// The cell under the pointer, from the screen's top left corner, which is (0, 0).
    package var position: CellPosition
    /// The modifiers held.
    package var modifiers: KeyModifiers

    /// Makes a mouse event at a cell of the screen.
    package init(_ action: Action, at position: CellPosition, _ modifiers: KeyModifiers = []) {
        self.action = action
        self.position = position
        self.modifiers = modifiers
    }
}
