/// The id of a store: 16 random bytes.
///
/// A device that finds another id than it expects is looking at another store, for example because a different disk is
/// mounted at the path.
public struct StoreID: Hashable, Sendable {
    /// The id as 32 hexadecimal digits.
    public let text: String

    /// Creates a new id.
    public static func new() -> Self {
        Self(unchecked: hexadecimal(.random(in: .min ... .max)) + hexadecimal(.random(in: .min ... .max)))
    }

    /// Parses an id; returns `nil` unless it has 32 lowercase hexadecimal digits.
    public init?(text: some StringProtocol) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
        guard text.utf8.count == 32, text.utf8.allSatisfy({ digits.contains($0) || letters.contains($0) }) else {
            return nil
        }
        self.text = String(text)
    }

    private init(unchecked text: String) { self.text = text }
}
