internal import Foundation

/// The columns of a grid, or its rows: their sizes along an axis, and the distance between them.
///
/// A track may consist of several columns of the same size. The length of a track includes the spacing between its
/// columns.
struct GridTracks {
    /// The size of each column of a track, without the extra width of its block.
    private var sizes: [Double]
    /// The first column of each track, followed by the number of columns.
    private let firstColumns: [Int]
    private let spacing: Double
    /// The extra width of every column in each block of tracks.
    private var widened: [Double]
    /// The size of all tracks in each block, without spacing.
    private var blockTotals: [Double]

    /// The number of tracks in a block; the total of a block is stored, for cells that span whole blocks.
    private static let block = 512

    /// Distributes a length among tracks: the least flexible first, each an equal share of the remaining length.
    ///
    /// - Parameters:
    ///   - length: The proposal for all tracks; `nil` gives each its ideal size.
    ///   - counts: The number of columns in each track; no cell determines the size of a track with several columns.
    ///   - spacing: The distance between two columns.
    ///   - answer: Returns the length that a track needs for a proposal.
    init(_ length: Double?, counts: [Int], spacing: Double, answer: (Int, Double?) -> Double) {
        firstColumns = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        self.spacing = spacing
        sizes = Array(repeating: 0, count: counts.count)
        let blocks = (counts.count + Self.block - 1) / Self.block
        widened = Array(repeating: 0, count: blocks)
        blockTotals = widened
        if let length {
            shareOut(length, answer)
        } else {
            for track in sizes.indices { sizes[track] = answer(track, nil) }
        }
        for block in blockTotals.indices { blockTotals[block] = sum(of: tracks(ofBlock: block)) }
    }

    private mutating func shareOut(_ length: Double, _ answer: (Int, Double?) -> Double) {
        var left = columns(of: sizes.indices)
        var available = length - spacing * Double(max(left - 1, 0))
        let least = sizes.indices.map { answer($0, 0) }
        let flexibility = sizes.indices.map { track in
            let difference = answer(track, .infinity) - least[track]
            return difference.isNaN ? 0 : difference
        }
        let order = sizes.indices.sorted { first, second in
            flexibility[first] == flexibility[second]
                ? (least[first], second) > (least[second], first) : flexibility[first] < flexibility[second]
        }
        for track in order {
            let offer = max(available / Double(left), 0)
            sizes[track] = answer(track, offer.isNaN ? 0 : offer)
            if sizes[track] < .infinity { available -= sizes[track] }
            left -= columns(of: track..<(track + 1))
        }
    }

    /// The size of each column in a track.
    subscript(track: Int) -> Double { sizes[track] + widened[track / Self.block] }

    /// The start of each track.
    var starts: [Double] {
        var start = 0.0
        return sizes.indices.map { track in
            defer { start += (self[track] + spacing) * Double(columns(of: track..<(track + 1))) }
            return start
        }
    }

    /// Returns the size of consecutive tracks, including the spacing between them.
    ///
    /// - Complexity: O(tracks), or O(tracks / 512) for thousands of tracks.
    func size(of tracks: Range<Int>) -> Double {
        var total = 0.0
        for part in parts(of: tracks) { total += part.isWhole ? blockTotals[part.block] : sum(of: part.tracks) }
        return total + spacing * Double(max(columns(of: tracks) - 1, 0))
    }

    /// The size of all tracks, with the spacing between them.
    ///
    /// - Complexity: O(tracks).
    var total: Double { sum(of: sizes.indices) + spacing * Double(max(columns(of: sizes.indices) - 1, 0)) }

    /// Enlarges tracks that together are smaller than the cell that spans them.
    ///
    /// - Complexity: that of ``size(of:)``.
    mutating func widen(_ tracks: Range<Int>, to size: Double) {
        let missing = size - self.size(of: tracks)
        guard missing > 0, !tracks.isEmpty else { return }
        let each = missing / Double(columns(of: tracks))
        for part in parts(of: tracks) {
            if part.isWhole { widened[part.block] += each } else { for track in part.tracks { sizes[track] += each } }
            blockTotals[part.block] += each * Double(columns(of: part.tracks))
        }
    }
}

extension GridTracks {
    /// Tracks of one block.
    private struct Part {
        let block: Int
        let tracks: Range<Int>
        let isWhole: Bool
    }

    private func tracks(ofBlock block: Int) -> Range<Int> {
        (block * Self.block)..<min((block + 1) * Self.block, sizes.count)
    }

    /// Divides tracks by block.
    ///
    /// Only a full block counts as whole, so that the sums of fewer tracks equal those added one by one.
    private func parts(of tracks: Range<Int>) -> [Part] {
        guard !tracks.isEmpty else { return [] }
        let blocks = (tracks.lowerBound / Self.block)...((tracks.upperBound - 1) / Self.block)
        return blocks.map { block in
            let all = self.tracks(ofBlock: block)
            let part = all.clamped(to: tracks)
            return Part(block: block, tracks: part, isWhole: part == all && part.count == Self.block)
        }
    }

    private func sum(of tracks: Range<Int>) -> Double {
        tracks.reduce(0) { $0 + self[$1] * Double(columns(of: $1..<($1 + 1))) }
    }

    private func columns(of tracks: Range<Int>) -> Int {
        firstColumns[tracks.upperBound] - firstColumns[tracks.lowerBound]
    }
}
