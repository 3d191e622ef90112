/// Neighboring keys on a Latin keyboard.
enum Keyboard {
    private static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

    /// The neighbors of each letter a–z, as bits.
    private static let neighbours: [UInt32] = {
        var neighbours = [UInt32](repeating: 0, count: 26)
        for row in rows.map({ Array($0.utf8) }) {
            for (left, right) in zip(row, row.dropFirst()) {
                neighbours[Int(left - 97)] |= 1 << UInt32(right - 97)
                neighbours[Int(right - 97)] |= 1 << UInt32(left - 97)
            }
        }
        return neighbours
    }()

    /// Returns the neighbors of a letter, ascending; none for scalars other than a–z.
    static func neighbours(of scalar: UInt32) -> [UInt32] {
        guard 97...122 ~= scalar else { return [] }
        return (97...122).filter { areNeighbours(scalar, $0) }
    }

    /// Whether two scalars are neighboring letters in a row.
    static func areNeighbours(_ left: UInt32, _ right: UInt32) -> Bool {
        guard 97...122 ~= left, 97...122 ~= right else { return false }
        return neighbours[Int(left - 97)] >> (right - 97) & 1 == 1
    }
}
