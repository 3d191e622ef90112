internal import Foundation

/// The columns or the rows of a grid: their sizes along an axis, and the distance between them.
struct GridTracks {
    var sizes: [Double]
    let spacing: Double

    /// The start of each track.
    var starts: [Double] {
        var start = 0.0
        return sizes.map { size in
            defer { start += size + spacing }
            return start
        }
    }

    /// Returns the size of consecutive tracks with the spacing between them.
    func size(of tracks: Range<Int>) -> Double {
        sizes[tracks].reduce(0, +) + spacing * Double(max(tracks.count - 1, 0))
    }

    /// The size of all tracks, with the spacing between them.
    var total: Double { size(of: sizes.indices) }

    /// Distributes a length among tracks: the least flexible first, each an equal share of the remaining length.
    ///
    /// - Parameters:
    ///   - length: The length proposed for all tracks; nil gives each its ideal size.
    ///   - count: The number of tracks.
    ///   - spacing: The distance between two tracks.
    ///   - answer: Returns the size of a track for a proposed length.
    init(_ length: Double?, count: Int, spacing: Double, answer: (Int, Double?) -> Double) {
        self.spacing = spacing
        sizes = Array(repeating: 0, count: count)
        guard let length else {
            for track in 0..<count { sizes[track] = answer(track, nil) }
            return
        }
        var available = length - spacing * Double(max(count - 1, 0))
        let least = (0..<count).map { answer($0, 0) }
        let flexibility = (0..<count)
            .map { track in
                let difference = answer(track, .infinity) - least[track]
                return difference.isNaN ? 0 : difference
            }
        let order = (0..<count)
            .sorted { first, second in
                flexibility[first] == flexibility[second]
                    ? (least[first], second) > (least[second], first)
                    : flexibility[first] < flexibility[second]
            }
        for (served, track) in order.enumerated() {
            let offer = max(available / Double(count - served), 0)
            sizes[track] = answer(track, offer.isNaN ? 0 : offer)
            if sizes[track] < .infinity { available -= sizes[track] }
        }
    }

    /// Widens consecutive tracks equally if a cell that spans them is larger.
    mutating func widen(_ tracks: Range<Int>, to size: Double) {
        let missing = size - self.size(of: tracks)
        guard missing > 0, !tracks.isEmpty else { return }
        for track in tracks { sizes[track] += missing / Double(tracks.count) }
    }
}
