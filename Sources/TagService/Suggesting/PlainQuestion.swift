internal import Suggestions

/// Reads the questions that almost all of a batch are: an object of texts without escapes, and a limit of a few digits.
///
/// A general decoder takes a tenth of the time of a question. Whatever is not as plain is left to it, with all that is wrong.
struct PlainQuestion {
    private let bytes: [UInt8]
    /// Where the next byte is.
    private var place = 0
    private var question = BatchQuestion()

    /// Reads a line; `nil` for one that is not plain.
    ///
    /// - Complexity: linear in the length of the line.
    static func read(_ line: String) -> BatchQuestion? {
        var reader = PlainQuestion(bytes: Array(line.utf8))
        return reader.readsObject() ? reader.question : nil
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func readsObject() -> Bool {
        guard takes("{") else { return false }
        var fields: [BatchQuestion.Field] = []
        while !takes("}") {
            guard fields.isEmpty || takes(","), let name = text(),
                let field = BatchQuestion.Field(rawValue: name), !fields.contains(field),
                takes(":"), readsValue(of: field)
            else { return false }
            fields.append(field)
        }
        skipSpaces()
        return place == bytes.count && !(fields.contains(.label) && fields.contains(.for))
    }

    private mutating func readsValue(of field: BatchQuestion.Field) -> Bool {
        switch field {
        case .query: text().map { question.text = $0 } != nil
        case .given: texts().map { question.given = $0 } != nil
        case .label, .for: text().map { question.label = $0 } != nil
        case .limit: number().map { question.limit = $0 } != nil
        case .id: text().map { question.id = .text($0) } != nil
        }
    }

    private mutating func texts() -> [String]? {
        guard takes("[") else { return nil }
        var texts: [String] = []
        while !takes("]") {
            guard texts.count < BatchQuestion.maximumGiven, texts.isEmpty || takes(","),
                let text = text(),
                text.utf8.count <= CheckedName.byteLimit
            else { return nil }
            texts.append(text)
        }
        return texts
    }

    private mutating func text() -> String? {
        guard takes("\"") else { return nil }
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            guard bytes[place] >= 0x20, bytes[place] != UInt8(ascii: "\\") else { return nil }
            place += 1
        }
        guard place < bytes.count else { return nil }
        place += 1
        return String(decoding: bytes[start..<(place - 1)], as: UTF8.self)
    }

    /// A whole number from 1 to the maximum limit that doesn't begin with 0.
    private mutating func number() -> Int? {
        skipSpaces()
        var number = 0
        let start = place
        while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
            guard number > 0 || bytes[place] != UInt8(ascii: "0"), place < start + 6 else {
                return nil
            }
            number = number * 10 + Int(bytes[place] - UInt8(ascii: "0"))
            place += 1
        }
        return (1...BatchQuestion.maximumLimit).contains(number) ? number : nil
    }

    /// Whether the next byte that is no space is this one, which is then read.
    private mutating func takes(_ character: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func skipSpaces() {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    }
}
