import Suggestions
import TagCore

/// Returns whether two vectors are equal up to rounding.
func isClose(_ left: [Double], _ right: [Double], within limit: Double = 1e-12) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= limit }
}

/// Returns whether two numbers are equal up to rounding.
func isClose(_ left: Double, _ right: Double, within limit: Double = 1e-12) -> Bool { abs(left - right) <= limit }

extension SeededSequence {
    /// Returns a number from 0 to below 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}

extension ItemWords {
    /// The words of a title alone.
    init(_ title: String) { self.init(title: title, location: "", note: "", text: "") }
}

extension MemoryItems {
    /// Returns what is asked about an item.
    func question(_ words: ItemWords) -> ItemQuestion {
        ItemQuestion(words, names: NameSearch(words, in: names), from: self)
    }

    /// Returns the number of a tag.
    func tag(_ name: String) -> UInt32 { UInt32(tagNames.firstIndex(of: name) ?? .max) }
}

extension ItemScores {
    /// The best tags.
    func best<Source: ItemSource>(
        limit: Int, given: Set<UInt32> = [], estimates: [UInt32: Double] = [:], model: LinearTagModel? = nil,
        from source: Source
    ) throws(Source.Failure) -> [Tag] {
        let ranked = try ranked(
            mostUsed: limit + given.count, given: given, estimates: estimates, model: model, from: source)
        return Array(ranked.prefix(max(0, limit)))
    }
}
