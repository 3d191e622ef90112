/// A parsed control sequence: `ESC [`, parameters, intermediates, a final byte.
struct ControlSequence {
    /// The private marker before the parameters: `?`, `<`, `=` or `>`.
    var marker: UInt8?
    /// The parameters with their colon-separated parts; an empty part is nil.
    var parameters: [[Int?]] = []
    /// The bytes between the parameters and the final one.
    var intermediates: [UInt8] = []
    /// The byte that ends the sequence and says what it is.
    var final: UInt8

    /// The greatest number a parameter takes; a larger one is held to it.
    static let largestParameter = 0x10_FFFF

    /// Parses what stood between `ESC [` and the final byte; any bytes give some sequence.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    init(body: some Sequence<UInt8>, final: UInt8) {
        self.final = final
        var parts: [Int?] = [nil]
        var sawParameter = false
        for byte in body {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                sawParameter = true
                let digit = Int(byte - UInt8(ascii: "0"))
                let number = (parts[parts.count - 1] ?? 0) * 10 + digit
                parts[parts.count - 1] = min(number, Self.largestParameter)
            case UInt8(ascii: ":"):
                sawParameter = true
                parts.append(nil)
            case UInt8(ascii: ";"):
                sawParameter = true
                parameters.append(parts)
                parts = [nil]
            case UInt8(ascii: "<")...UInt8(ascii: "?"):
                marker = byte
            default:
                intermediates.append(byte)
            }
        }
        if sawParameter { parameters.append(parts) }
    }

    /// A parameter's first part, or the default where it is absent or empty.
    func parameter(_ index: Int, default standard: Int = 0) -> Int {
        guard index < parameters.count else { return standard }
        return parameters[index].first.flatMap { $0 } ?? standard
    }

    /// A part of a parameter, or nil where it is absent or empty.
    func part(_ index: Int, _ part: Int) -> Int? {
        guard index < parameters.count, part < parameters[index].count else { return nil }
        return parameters[index][part]
    }

    /// The parameters' first parts, empty ones as 0.
    var numbers: [Int] { parameters.indices.map { parameter($0) } }
}
