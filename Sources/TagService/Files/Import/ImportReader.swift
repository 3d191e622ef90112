internal import Foundation
internal import JSON
internal import TagCore

/// A parser that turns each line of a file that isn't blank into a record or a problem.
///
/// The file is read in pieces; only one line, row or list element is in memory at a time.
struct ImportReader {
    let format: ImportFormat
    /// The maximum length of a line, a row or an item in bytes.
    let limit: Int
    /// The separator of the tags in a CSV cell; see ``CSVHeader``.
    var tagsSeparator: Character?
    /// Receives the columns of a CSV file that aren't imported.
    var reportUnusedColumns: ([String]) -> Void = { _ in }
    /// Returns the next piece of the file; empty at the end.
    let next: () throws -> [UInt8]

    /// A record or its problem, with its place.
    typealias Entry = (place: ImportPlace, record: Result<ImportRecord, ImportRecordError>)

    /// Calls a function with each entry in order and the number of bytes up to its end.
    func readEntries(_ body: (Entry, Int) throws -> Void) throws {
        switch format {
        case .ndjson:
            let decoder = JSONDecoder()
            try forEachLine(Self.jsonLine(with: decoder), body)
        case .text: try forEachLine(Self.tagLine, body)
        case .json: try forEachItem(body)
        case .csv: try forEachRow(body)
        case .markdown:
            var markdown = MarkdownLines()
            try forEachLine({ markdown.record($0) }, body)
        }
    }

    private func forEachLine(
        _ record: (ArraySlice<UInt8>) -> Result<ImportRecord, ImportRecordError>?, _ body: (Entry, Int) throws -> Void
    ) throws {
        var lines = LineBuffer(limit: limit)
        while let line = try lines.next(next) {
            let place = ImportPlace.line(lines.number)
            guard case .text(var text) = line else {
                let problem = ImportRecordError(LineBuffer.tooLong)
                try body((place, .failure(problem)), lines.consumed)
                continue
            }
            if lines.number == 1, text.starts(with: Self.byteOrderMark) { text.removeFirst(3) }
            if text.last == 0x0D { text.removeLast() }
            if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            if let record = record(text) { try body((place, record), lines.consumed) }
        }
    }

    private func forEachItem(_ body: (Entry, Int) throws -> Void) throws {
        let decoder = JSONDecoder()
        var items = JSONItems(ByteCursor(next), limit: limit)
        var number = 0
        while let item = try items.next() {
            number += 1
            let record: Result<ImportRecord, ImportRecordError> =
                switch item {
                case .text(let text): Self.record(text[...], with: decoder)
                case .problem(let problem): .failure(ImportRecordError(problem))
                }
            try body((items.isList ? .item(number) : .line(1), record), items.cursor.consumed)
        }
    }

    private func forEachRow(_ body: (Entry, Int) throws -> Void) throws {
        var rows = CSVRows(ByteCursor(next), limit: limit)
        var header: CSVHeader?
        while let row = try rows.next() {
            guard let columns = header else {
                let columns = try CSVHeader(row: row, separator: tagsSeparator)
                header = columns
                reportUnusedColumns(columns.unusedColumns)
                continue
            }
            try body((.line(row.line), columns.record(row)), rows.cursor.consumed)
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func tagLine(_ line: ArraySlice<UInt8>) -> Result<ImportRecord, ImportRecordError> {
        guard let name = String(validating: line, as: UTF8.self) else {
            return .failure(ImportRecordError("it is not UTF-8"))
        }
        return .success(.tag(ImportedTag(name: StreamSafeText.received(name), sets: nil)))
    }

    private static func jsonLine(
        with decoder: JSONDecoder
    ) -> (ArraySlice<UInt8>) -> Result<ImportRecord, ImportRecordError> { { record($0, with: decoder) } }

    private static func record(
        _ line: ArraySlice<UInt8>, with decoder: JSONDecoder
    ) -> Result<ImportRecord, ImportRecordError> {
        guard JSONFieldNames.areShort(in: line) else {
            return .failure(ImportRecordError("a field name has more than 1,000 bytes"))
        }
        do {
            var fields = try decoder.decode(JSONRecord.self, from: Data(line))
            fields.bound()
            return .success(try fields.record())
        } catch let problem as ImportRecordError { return .failure(problem) } catch {
            return .failure(JSONProblem.problem(of: error))
        }
    }
}
