/// The numbers and letters that terminals use for keys.
///
/// ```text
/// CSI 3 ~        numbered[3]             Delete
/// CSI 1 ; 5 C    lettered["C"]           Right, with Control
/// CSI 57417 u    key(codePoint: 57417)   Left on the keypad
/// ```
enum KeyCodes {
    /// The keys of `CSI n ~`: the numbers of xterm and the VT220, and Home and End of rxvt and the
    /// Linux console.
    static let numbered: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
        12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12), 25: .function(13),
        26: .function(14), 28: .function(15), 29: .function(16), 31: .function(17), 32: .function(18),
        33: .function(19), 34: .function(20),
    ]

    /// The keys of `CSI 1 ; m X` and `ESC O X`: arrows, Home, End and the first function keys.
    static let lettered: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
        UInt8(ascii: "E"): .character("5"),
    ]

    /// Returns the key that a keypad in application mode sends as `ESC O x`, if it isn't in `lettered`.
    static func keypad(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "I"): .tab
        case UInt8(ascii: " "): .character(" ")
        case UInt8(ascii: "X"): .character("=")
        case UInt8(ascii: "j")...UInt8(ascii: "y"):
            .character(Character(Unicode.Scalar(byte - UInt8(ascii: "j") + UInt8(ascii: "*"))))
        default: nil
        }
    }

    /// Returns the key of a code point in `CSI u`, including kitty's numbers in the private use
    /// area.
    static func key(codePoint: Int) -> Key? {
        switch codePoint {
        case 9: .tab
        case 13, 57_414: .enter
        case 27: .escape
        case 8, 127: .backspace
        case 57_376...57_398: .function(codePoint - 57_376 + 13)
        case 57_399...57_408: digit(codePoint - 57_399)
        case 57_344...63_743: kittyKeys[codePoint]
        case 0x20..<0x7F, 0xA0...: Unicode.Scalar(UInt32(clamping: codePoint)).map { .character(Character($0)) }
        default: nil
        }
    }

    private static func digit(_ value: Int) -> Key {
        .character(Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(clamping: value))))
    }

    private static let kittyKeys: [Int: Key] = [
        57_409: .character("."), 57_410: .character("/"), 57_411: .character("*"), 57_412: .character("-"),
        57_413: .character("+"), 57_415: .character("="), 57_416: .character(","), 57_417: .left, 57_418: .right,
        57_419: .up, 57_420: .down, 57_421: .pageUp, 57_422: .pageDown, 57_423: .home, 57_424: .end, 57_425: .insert,
        57_426: .delete, 57_427: .character("5"),
    ]
}
