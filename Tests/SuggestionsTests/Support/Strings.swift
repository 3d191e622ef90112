/// All strings over an alphabet up to a length, the empty one first.
func allStrings(over alphabet: [String], upTo length: Int) -> [String] {
    var all = [""]
    var longest = [""]
    for _ in 0..<length {
        longest = longest.flatMap { start in alphabet.map { start + $0 } }
        all += longest
    }
    return all
}

/// The scalars of a string as numbers.
func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
