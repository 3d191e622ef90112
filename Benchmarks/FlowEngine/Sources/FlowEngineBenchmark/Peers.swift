import Foundation

/// The measurements of `taffy.py` in the same run.
struct Peers {
    private let times: [String: Double]
    /// The measurement, or nil.
    let name: String?

    private struct Line: Decodable {
        let name: String
        let nanoseconds: Double
    }

    /// Reads the measurements from a file; one that cannot be read holds none.
    init(path: String?) {
        // With a missing file or an invalid line the table reports the peer as unavailable.
        let text = path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
        let lines = text.split(separator: "\n")
            .compactMap { line in try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) }
        name = lines.first?.name
        times = Dictionary(lines.map { ($0.name, $0.nanoseconds) }, uniquingKeysWith: { $1 })
    }

    /// Returns the time of a measurement in nanoseconds; nil if it was not made.
    func time(_ measurement: String) -> Double? { times[measurement] }
}
