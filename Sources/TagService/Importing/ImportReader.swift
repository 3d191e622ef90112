internal import Foundation

/// Takes a file of the import formats apart: a record or a problem for each line that is not blank.
struct ImportReader {
    let bytes: [UInt8]
    let format: ImportFormat

    /// A record or what is wrong with it, and where it stands.
    typealias Entry = (place: ImportPlace, record: Result<ImportRecord, ImportProblem>)

    /// Gives each entry in order, with the share of the file that was read, from 0 to 1.
    func readEntries(_ body: (Entry, Double) throws -> Void) throws {
        switch format {
        case .ndjson:
            let decoder = JSONDecoder()
            try forEachLine { line, text, share in
                try body((.line(line), Self.record(text, with: decoder)), share)
            }
        case .text:
            try forEachLine { line, text, share in
                try body((.line(line), Self.tagLine(text)), share)
            }
        case .json:
            let entries = jsonEntries()
            for (index, entry) in entries.enumerated() {
                try body(entry, Double(index + 1) / Double(entries.count))
            }
        case .csv:
            var rows = CSVRows(bytes: bytes)
            var header: CSVHeader?
            while let row = rows.next() {
                guard let columns = header else {
                    header = try CSVHeader(row: row)
                    continue
                }
                try body((.line(row.line), columns.record(row)), rows.share)
            }
        }
    }

    private func forEachLine(_ body: (Int, ArraySlice<UInt8>, Double) throws -> Void) throws {
        var start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        var number = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            number += 1
            var text = bytes[start..<end]
            if text.last == 0x0D { text.removeLast() }
            if !text.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                try body(number, text, Double(end) / Double(bytes.count))
            }
            start = end + 1
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func tagLine(_ line: ArraySlice<UInt8>) -> Result<ImportRecord, ImportProblem> {
        guard let name = String(validating: line, as: UTF8.self) else {
            return .failure(ImportProblem("it is not UTF-8"))
        }
        return .success(.tag(ImportedTag(name: name, sets: nil)))
    }

    private static func record(
        _ line: ArraySlice<UInt8>,
        with decoder: JSONDecoder
    ) -> Result<ImportRecord, ImportProblem> {
        do {
            return .success(try decoder.decode(JSONRecord.self, from: Data(line)).record())
        } catch let problem as ImportProblem {
            return .failure(problem)
        } catch {
            return .failure(JSONProblem.problem(of: error))
        }
    }

    private func jsonEntries() -> [Entry] {
        let decoder = JSONDecoder()
        let data = Data(bytes)
        do {
            let list = try decoder.decode(JSONList.self, from: data).records
            return list.enumerated()
                .map { index, record in
                    let brought = Result { () throws(ImportProblem) in try record.record() }
                    return (.item(index + 1), brought)
                }
        } catch let error as DecodingError {
            return [(.line(1), .failure(JSONProblem.problem(of: error)))]
        } catch {
            return [(.line(1), .failure(ImportProblem("it is not JSON")))]
        }
    }
}

/// A JSON list of records, or one record.
private struct JSONList: Decodable {
    let records: [JSONRecord]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if (try? decoder.unkeyedContainer()) == nil {
            records = [try container.decode(JSONRecord.self)]
        } else {
            records = try container.decode([JSONRecord].self)
        }
    }
}
