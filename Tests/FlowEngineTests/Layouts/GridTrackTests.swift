import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct GridTrackTests {
    @Test func `there are never more tracks than cells, however many columns these span`() {
        let subviews = (0..<2_000).map { _ in #"{"width":1,"height":1,"row":0,"gridCellColumns":10000}"# }
        let line = #"{"layout":{"type":"grid"},"subviews":["# + subviews.joined(separator: ",") + "]}"
        let answer = LayoutJSON.response(to: line)
        #expect(!answer.isError)
        // Twenty million columns, with eight points between them.
        #expect(answer.text.prefix(37) == #"{"size":{"width":159999992,"height":1"#)
        let columns = GridColumns(ends: (1...2_000).map { $0 * 10_000 })
        #expect(columns.counts == Array(repeating: 10_000, count: 2_000))
        #expect(columns.tracks(of: 30_000..<50_000) == 3..<5)
        #expect(GridColumns(ends: []).counts.isEmpty)
    }

    /// A track of several columns returns the same sizes as separate tracks.
    @Test(arguments: [1, 2, 3]) func `tracks of many columns are as columns one by one`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let counts = (0..<1_500).map { _ in Bool.random(using: &numbers) ? 1 : Int.random(in: 1...4, using: &numbers) }
        let needs = counts.map { $0 == 1 ? Double.random(in: 0...9, using: &numbers) : 0 }
        let owners = counts.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
        let starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        for length: Double? in [nil, 5_000] {
            var tracks = GridTracks(length, counts: counts, spacing: 2) { track, offer in
                counts[track] == 1 && track % 7 == 0 ? min(offer ?? 3, 40) : needs[track]
            }
            var plain = GridTracks(length, counts: Array(repeating: 1, count: owners.count), spacing: 2) {
                column, offer in
                let track = owners[column]
                return counts[track] == 1 && track % 7 == 0 ? min(offer ?? 3, 40) : needs[track]
            }
            for _ in 0..<200 {
                let low = Int.random(in: 0..<counts.count, using: &numbers)
                let span = low..<Int.random(in: (low + 1)...counts.count, using: &numbers)
                let columns = starts[span.lowerBound]..<starts[span.upperBound]
                #expect(abs(tracks.size(of: span) - plain.size(of: columns)) < 1e-6, "seed \(seed)")
                let size = plain.size(of: columns) * Double.random(in: 0.9...1.1, using: &numbers)
                tracks.widen(span, to: size)
                plain.widen(columns, to: size)
            }
            #expect(abs(tracks.total - plain.total) < 1e-6)
            #expect(abs(tracks.starts[1_499] - plain.starts[starts[1_499]]) < 1e-6)
        }
    }
}
