extension ControlSequence {
    /// The terminal's answer that this sequence carries; nil where it is none.
    ///
    /// A cursor report without a marker looks like F3 with modifiers, so the decoder asks for it apart.
    var reply: TerminalReply? {
        switch (marker, final) {
        case (UInt8(ascii: "?"), UInt8(ascii: "c")): .deviceAttributes(numbers)
        case (UInt8(ascii: ">"), UInt8(ascii: "c")): .secondaryDeviceAttributes(numbers)
        case (UInt8(ascii: "?"), UInt8(ascii: "u")): .keyboardFlags(parameter(0))
        case (UInt8(ascii: "?"), UInt8(ascii: "R")): cursorReport
        case (UInt8(ascii: "?"), UInt8(ascii: "y")) where intermediates == [UInt8(ascii: "$")]:
            .mode(parameter(0), state: parameter(1))
        case (nil, UInt8(ascii: "t")) where parameter(0) == 8:
            .textAreaSize(CellSize(columns: parameter(2), rows: parameter(1)))
        default: nil
        }
    }

    /// The cursor's position, where the sequence has the shape of a report: `CSI row ; column R`.
    var cursorReport: TerminalReply? {
        guard final == UInt8(ascii: "R"), parameters.count >= 2 else { return nil }
        return .cursorPosition(
            CellPosition(row: max(parameter(0), 1) - 1, column: max(parameter(1), 1) - 1)
        )
    }
}
