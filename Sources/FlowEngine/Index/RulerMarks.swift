/// Marks at equal distances on a ruler, each with the first item that starts there or after it.
struct RulerMarks: Sendable {
    /// The items; one for each mark up to the end of the ruler.
    private(set) var firsts: [UInt16] = []
    /// The distance between two marks is two to this power, in parts.
    let shift: Int32

    /// Makes the marks of a ruler's starts; nil if there are too many.
    init?(_ starts: [Int32], shift: Int32) {
        let count = starts.count - 1 - FlowRuler.padding
        let last = starts[count] &>> shift
        guard count < Int(UInt16.max), Int(last) <= 16 * count + 1_024 else { return nil }
        self.shift = shift
        firsts.reserveCapacity(Int(last) + 1)
        var item = 0
        for mark in 0...last {
            while item <= count, starts[item] &>> shift < mark { item += 1 }
            firsts.append(UInt16(item))
        }
    }

    /// Returns the distance at which a mark or two come to each of so many items.
    static func shift(length: Double, count: Int) -> Int32 {
        let pitch = max(length / Double(max(count, 1)) / 1.5, 1)
        return Int32(min(max(pitch.exponent, 0), 29))
    }
}
