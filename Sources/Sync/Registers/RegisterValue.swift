/// A text that is compared byte by byte.
///
/// Swift's strings are equal if they are canonically equivalent, so of a composed and a decomposed `é` neither would be
/// larger, and devices would keep different values.
public struct ExactText: Hashable, Comparable, Sendable {
    /// The text.
    public let text: String

    /// Creates an exact text.
    public init(_ text: String) { self.text = text }

    /// Compares the bytes of UTF-8.
    public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Orders texts by their bytes of UTF-8.
    public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

    /// Hashes the bytes of UTF-8.
    public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

/// The value of a register.
///
/// Values have a total order, because the larger of two values with one stamp wins (rule 2).
public enum RegisterValue: Hashable, Comparable, Sendable {
    /// No value: an empty field, or an element that was removed from a member list.
    case empty
    /// Whether an element (a tag of an item, an alias …) is on, or a thing is deleted.
    case flag(Bool)
    /// A number, such as a time in milliseconds.
    case number(Int64)
    /// A text.
    case text(ExactText)
    /// The position of a set's member.
    case position(MemberPosition)
    /// Another thing.
    case thing(ThingID)
    /// Several things; only the flaw ``SyncFlaws/tagsAsOneRegister`` needs it.
    case things([ThingID])

    /// The value of an optional text.
    public static func string(_ text: String?) -> Self { text.map { .text(ExactText($0)) } ?? .empty }

    /// The text, if it is one.
    public var string: String? { if case .text(let value) = self { value.text } else { nil } }

    /// The thing, if it is one.
    public var thing: ThingID? { if case .thing(let id) = self { id } else { nil } }

    /// The number, if it is one.
    public var number: Int64? { if case .number(let value) = self { value } else { nil } }

    /// The position, if it is one.
    public var position: MemberPosition? { if case .position(let value) = self { value } else { nil } }

    /// Orders values of one kind by their content, and kinds in the order of the cases.
    public static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.flag(let left), .flag(let right)): !left && right
        case (.number(let left), .number(let right)): left < right
        case (.text(let left), .text(let right)): left < right
        case (.position(let left), .position(let right)): left < right
        case (.thing(let left), .thing(let right)): left < right
        case (.things(let left), .things(let right)): left.lexicographicallyPrecedes(right)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .empty: 0
        case .flag: 1
        case .number: 2
        case .text: 3
        case .position: 4
        case .thing: 5
        case .things: 6
        }
    }

    /// The things, or an empty list.
    var things: [ThingID] { if case .things(let ids) = self { ids } else { [] } }
}

/// The position of a member in a set: a fraction between 0 and 1, so that a new position fits between any two.
public struct MemberPosition: Hashable, Comparable, Sendable {
    /// The digits of the fraction to base 256; the last one isn't 0.
    public let digits: [UInt8]

    private init(unchecked digits: [UInt8]) { self.digits = digits }

    /// Creates a position from its digits; returns `nil` if there are none, or the last one is 0.
    init?(digits: [UInt8]) {
        guard let last = digits.last, last != 0 else { return nil }
        self.init(unchecked: digits)
    }

    /// Returns a position between two others; without one, between the other and the end or the beginning.
    ///
    /// If `lower` isn't less than `upper`, the result follows `lower`. Its length grows by a byte for each 8 positions
    /// inserted at one place, but not at the ends, where millions of positions of three bytes fit.
    ///
    /// - Complexity: O(*n*) in the number of digits.
    public static func between(_ lower: Self?, _ upper: Self?) -> Self {
        let (low, high) = (
            lower?.digits ?? [],
            upper.flatMap { ($0.digits.isEmpty || lower ?? Self(unchecked: []) >= $0) ? nil : $0 }?.digits
        )
        if let end = high == nil ? Self.moved(low, by: 1) : low.isEmpty ? Self.moved(high ?? [], by: -1) : nil {
            return end
        }
        var digits: [UInt8] = []
        var isBelowUpper = high == nil
        var index = 0
        while true {
            let first = index < low.count ? Int(low[index]) : 0
            let last = isBelowUpper ? 256 : high.flatMap { index < $0.count ? Int($0[index]) : nil } ?? 0
            if last - first > 1 {
                digits.append(UInt8((first + last) / 2))
                return Self(unchecked: digits)
            }
            digits.append(UInt8(first))
            if first < last { isBelowUpper = true }
            index += 1
        }
    }

    /// Returns the position of three digits that follows or precedes a position; `nil` without one.
    private static func moved(_ digits: [UInt8], by step: Int) -> Self? {
        guard !digits.isEmpty else { return nil }
        let number = (0..<3).reduce(0) { $0 << 8 | ($1 < digits.count ? Int(digits[$1]) : 0) } + step
        guard (1..<1 << 24).contains(number) else { return nil }
        let moved = [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        return Self(digits: Array(moved[...(moved.lastIndex { $0 != 0 } ?? 0)]))
    }

    /// Returns ascending positions between two others, whose length grows with the logarithm of their number.
    static func several(_ count: Int, between lower: Self?, _ upper: Self?) -> [Self] {
        guard count > 0 else { return [] }
        guard upper != nil else {
            return (0..<count).reduce(into: []) { found, _ in found.append(between(found.last ?? lower, nil)) }
        }
        let middle = between(lower, upper)
        return several(count / 2, between: lower, middle) + [middle]
            + several(count - count / 2 - 1, between: middle, upper)
    }

    /// Orders positions by their fractions.
    public static func < (left: Self, right: Self) -> Bool { left.digits.lexicographicallyPrecedes(right.digits) }
}
