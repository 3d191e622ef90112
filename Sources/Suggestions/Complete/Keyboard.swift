/// Neighboring keys on a Latin keyboard.
enum Keyboard {
    private static let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

    /// The neighbors of each letter a–z, as bits.
    private static let neighbors: [UInt32] = {
        var neighbors = [UInt32](repeating: 0, count: 26)
        for row in rows.map({ Array($0.utf8) }) {
            for (left, right) in zip(row, row.dropFirst()) {
                neighbors[Int(left - 97)] |= 1 << UInt32(right - 97)
                neighbors[Int(right - 97)] |= 1 << UInt32(left - 97)
            }
        }
        return neighbors
    }()

    /// Returns the neighbors of a letter, ascending; none for scalars other than a–z.
    static func neighbors(of scalar: UInt32) -> [UInt32] {
        guard 97...122 ~= scalar else { return [] }
        return (97...122).filter { areNeighbors(scalar, $0) }
    }

    /// Returns whether two scalars are neighboring letters in a row.
    static func areNeighbors(_ left: UInt32, _ right: UInt32) -> Bool {
        guard 97...122 ~= left, 97...122 ~= right else { return false }
        return neighbors[Int(left - 97)] >> (right - 97) & 1 == 1
    }
}
