public import Foundation

/// What the holder of a token may do; each scope includes those before it.
public enum AccessScope: String, CaseIterable, Codable, Comparable, Hashable, Sendable {
    /// To ask for suggestions.
    case suggest
    /// To read tags, sets, selections and items.
    case read
    /// To change them.
    case write
    /// To import, to export, and to make and revoke tokens.
    case admin

    /// Orders scopes by what they allow.
    public static func < (left: Self, right: Self) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// An access token without its secret, which is stored nowhere.
public struct AccessToken: Hashable, Sendable {
    /// Its identifier, for ``TagService/TagService/revokeToken(_:)``.
    public var id: Int64
    /// What its owner calls it.
    public var name: String
    /// What it allows.
    public var scope: AccessScope
    /// The names of the sets that it opens; `nil` means every set.
    public var sets: [String]?
    /// The ids of the sets that it opens; `nil` means every set.
    ///
    /// A set keeps its id when it is renamed. Ids of dropped sets remain, and are never reused.
    public var setIDs: [Int64]?
    /// When it was made.
    public var madeAt: Date
    /// When it ceases to be valid; `nil` means never.
    public var expiresAt: Date?
    /// The day on which it was last used; `nil` if it was never used.
    public var usedOn: Date?
}

/// A new access token with its secret, which is shown once.
public struct NewAccessToken: Hashable, Sendable {
    /// What can be listed later.
    public var token: AccessToken
    /// What its holder sends: 256 random bits as text.
    public var secret: String
}

/// A secret that a token or a session consists of.
public enum AccessSecret {
    /// Returns 256 random bits as text that needs no escaping in a header, an URL or a shell.
    public static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let text = Data(bytes).base64EncodedString()
        return "tf_"
            + text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Whether two digests are equal, in a time that does not depend on where they differ.
    public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
