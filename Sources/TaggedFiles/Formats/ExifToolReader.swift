import Foundation
import TagService

/// A reader for the output of `exiftool -json`.
///
/// ```
/// [{"SourceFile": "a.jpg", "XMP:Subject": ["sea"], "HierarchicalSubject": ["Animals|Dog"]}]
///
/// location  a.jpg
/// title     a.jpg
/// tags      sea, Animals/Dog
/// ```
///
/// Field names may have group prefixes, such as `XMP:`, which the option `-G` prints.
struct ExifToolReader: ItemReader {
    /// The fields of a picture by name without group; fields with the same name are combined.
    private struct Picture: Decodable {
        private var fields: [String: [String]] = [:]

        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let object = try decoder.container(keyedBy: Key.self)
            for key in object.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                let name = key.stringValue.split(separator: ":").last.map(String.init) ?? ""
                guard Self.names.contains(name) else { continue }
                fields[name, default: []] += try object.decode(JSONText.self, forKey: key).texts
            }
        }

        private static let names: Set<String> = [
            "SourceFile", "Subject", "Keywords", "HierarchicalSubject", "Title", "FileName", "DateTimeOriginal",
            "OffsetTimeOriginal",
        ]

        func all(_ name: String) -> [String] { fields[name] ?? [] }

        func first(_ name: String) -> String? {
            let text = all(name).first?.trimmed
            return text?.isEmpty == false ? text : nil
        }
    }

    func read(_ text: TextPieces, _ add: (ImportEntry, _ consumed: Int) throws -> Void) throws {
        try JSONList(text)
            .read(add) { (picture: Picture) in
                guard let path = picture.all("SourceFile").first, !path.isEmpty else {
                    return .invalid("it has no 'SourceFile'")
                }
                let tags = Self.tags(of: picture)
                let name = path.split(separator: "/").last.map(String.init)
                let time = Self.time(of: picture)
                return .item(
                    location: path, title: picture.first("Title") ?? picture.first("FileName") ?? name ?? "",
                    tags: tags.isEmpty ? nil : tags, time: time,
                    details: .init(unreadTime: time == nil ? picture.first("DateTimeOriginal") : nil))
            }
    }

    private static func tags(of picture: Picture) -> [String] {
        let levels = picture.all("HierarchicalSubject")
            .map { $0.split(separator: "|").map { String($0).trimmed }.joined(separator: "/") }
        return (picture.all("Subject") + picture.all("Keywords") + levels).map(\.trimmed).filter { !$0.isEmpty }
    }

    /// Parses `2021:01:31 08:30:59`, in local time unless this field or another specifies the zone.
    private static func time(of picture: Picture) -> Date? {
        guard let text = picture.first("DateTimeOriginal"),
            let parts = text.wholeMatch(of: /(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d:\d\d|Z)?/)
        else { return nil }
        let (_, year, month, day, clock, fraction, ownZone) = parts.output
        let zone = ownZone.map(String.init) ?? picture.first("OffsetTimeOriginal") ?? ""
        let date = "\(year)-\(month)-\(day)"
        return WrittenTime.date("\(date)T\(clock)\(fraction ?? "")\(zone)") ?? WrittenTime.date("\(date) \(clock)")
    }
}
