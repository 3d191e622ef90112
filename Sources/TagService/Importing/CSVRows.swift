/// One row of a CSV file, and the line on which it begins.
struct CSVRow: Hashable {
    var line: Int
    var fields: [String]
}

/// The rows of a CSV file as RFC 4180 has them: quoted fields may hold commas, doubled quotes and line ends.
///
/// Written here because an error must name the line, which the libraries at hand do not keep.
struct CSVRows: IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int
    private var line = 1

    init(bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The share of the file that was read, from 0 to 1.
    var share: Double {
        bytes.isEmpty ? 1 : Double(position) / Double(bytes.count)
    }

    /// The next row that is not blank.
    mutating func next() -> CSVRow? {
        while position < bytes.count {
            let row = nextRow()
            if row.fields != [""] { return row }
        }
        return nil
    }

    private mutating func nextRow() -> CSVRow {
        var row = CSVRow(line: line, fields: [])
        while true {
            row.fields.append(nextField())
            guard position < bytes.count else { return row }
            let separator = bytes[position]
            position += 1
            guard separator == UInt8(ascii: ",") else {
                line += 1
                return row
            }
            if position == bytes.count {
                row.fields.append("")
                return row
            }
        }
    }

    /// Reads up to the comma or line end that ends a field.
    private mutating func nextField() -> String {
        var field: [UInt8] = []
        var isQuoted = false
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
            isQuoted = true
            position += 1
        }
        while position < bytes.count {
            let byte = bytes[position]
            if isQuoted, byte == UInt8(ascii: "\"") {
                position += 1
                if position < bytes.count, bytes[position] == byte {
                    field.append(byte)
                    position += 1
                } else {
                    isQuoted = false
                }
                continue
            }
            if !isQuoted, byte == UInt8(ascii: ",") || byte == 0x0A { break }
            if byte == 0x0A { line += 1 }
            field.append(byte)
            position += 1
        }
        if field.last == 0x0D { field.removeLast() }
        return String(decoding: field, as: UTF8.self)
    }
}

/// Which columns of a CSV file hold what.
struct CSVHeader {
    private let label: Int?
    private let tags: Int?
    private let tag: Int?

    /// - Throws: `ImportHeaderProblem` where the header is neither `label,tags` nor `tag`.
    init(row: CSVRow) throws(ImportHeaderProblem) {
        let names = row.fields.map { $0.lowercased() }
        label = names.firstIndex(of: "label")
        tags = names.firstIndex(of: "tags")
        tag = names.firstIndex(of: "tag")
        guard tags != nil || tag != nil else { throw ImportHeaderProblem(line: row.line) }
    }

    /// What a row brings.
    func record(_ row: CSVRow) -> Result<ImportRecord, ImportProblem> {
        guard let column = tags ?? tag, column < row.fields.count else {
            return .failure(
                ImportProblem("it has \(row.fields.count) fields, fewer than the header")
            )
        }
        guard tags != nil else {
            return .success(.tag(ImportedTag(name: row.fields[column], sets: nil)))
        }
        let names = row.fields[column].split(separator: "|").map(String.init)
        guard !names.isEmpty else {
            return .failure(ImportProblem("a saved selection needs at least one tag"))
        }
        let text = label.flatMap { $0 < row.fields.count ? row.fields[$0] : nil } ?? ""
        return .success(.savedSelection(ImportedSelection(label: text, tags: names)))
    }
}

/// The header of a CSV file is none that we know.
struct ImportHeaderProblem: Error, Hashable {
    var line: Int
}
