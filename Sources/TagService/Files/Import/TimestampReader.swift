/// A parser that reads a time from left to right.
struct TimestampReader {
    private var rest: Substring.UTF8View

    init(_ text: String.UTF8View) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Consumes a number with a fixed number of digits.
    mutating func number(digits count: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Consumes a number with at least one digit, up to a maximum.
    mutating func number(upTo count: Int) -> Int64? {
        guard var number = digit() else { return nil }
        for _ in 1..<count {
            guard let digit = digit() else { break }
            number = number * 10 + digit
        }
        return number
    }

    /// Consumes spaces and tabs, and returns whether there were any.
    mutating func skipSpaces() -> Bool {
        let count = rest.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
        rest = rest.dropFirst(count)
        return count > 0
    }

    /// Consumes an optional fraction, and returns its milliseconds.
    mutating func fraction() -> Int64? {
        guard consume(".") else { return 0 }
        var milliseconds: Int64 = 0
        var count = 0
        while let digit = digit() {
            count += 1
            if count <= 3 { milliseconds = milliseconds * 10 + digit }
        }
        for _ in count..<max(3, count) { milliseconds *= 10 }
        return count == 0 ? nil : milliseconds
    }

    /// Consumes an offset, and returns how many minutes local time is ahead of UTC.
    mutating func offset() -> Int64? {
        if consume("Z") || consume("z") { return 0 }
        let isAhead = consume("+")
        guard isAhead || consume("-"), let hours = number(digits: 2), hours < 24, consume(":"),
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return (isAhead ? 1 : -1) * (hours * 60 + minutes)
    }

    /// Consumes an offset as in YAML, such as `Z`, `+2`, `+02:00` or `+0200`, and returns how many minutes local time is
    /// ahead of UTC.
    mutating func looseOffset() -> Int64? {
        if consume("Z") || consume("z") { return 0 }
        let isAhead = consume("+")
        guard isAhead || consume("-"), let hours = number(upTo: 2), hours < 24 else { return nil }
        var minutes: Int64 = 0
        if consume(":") || !isAtEnd {
            guard let found = number(digits: 2), found < 60 else { return nil }
            minutes = found
        }
        return (isAhead ? 1 : -1) * (hours * 60 + minutes)
    }

    private mutating func digit() -> Int64? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest = rest.dropFirst()
        return Int64(byte - UInt8(ascii: "0"))
    }
}
