internal import Crypto
public import Foundation

/// The permissions of a token; each scope but ``sync`` includes the scopes before it.
public enum AccessScope: String, CaseIterable, Codable, Hashable, Sendable {
    /// Request suggestions.
    case suggest
    /// Read tags, sets, selections and items.
    case read
    /// Change tags, sets, selections and items.
    case write
    /// Import, export, and create and revoke tokens.
    case admin
    /// Exchange the files of devices, and nothing else.
    case sync

    /// Returns whether a token with this scope may do everything that another scope allows.
    public func includes(_ other: Self) -> Bool { self == .sync || other == .sync ? self == other : rank >= other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// An access token without its secret, which is never stored.
public struct AccessToken: Hashable, Sendable {
    /// The identifier, for ``TagService/Tokens/revoke(_:)``.
    public var id: Int64
    /// The name given by the owner of the token.
    public var name: String
    /// The permissions of the token.
    public var scope: AccessScope
    /// The names of the sets that the token gives access to; `nil` means every set.
    public var sets: [String]?
    /// The ids of the sets that the token gives access to; `nil` means every set.
    ///
    /// A set keeps its id when it is renamed. Ids of dropped sets remain in the list, and are never reused.
    public var setIDs: [Int64]?
    /// When the token was created.
    public var madeAt: Date
    /// When the token expires; `nil` means never.
    public var expiresAt: Date?
    /// The day the token was last used; `nil` if it was never used.
    public var usedOn: Date?
}

/// A new access token with its secret, which is shown only once.
public struct NewAccessToken: Hashable, Sendable {
    /// The token without its secret.
    public var token: AccessToken
    /// The text that the holder sends: 256 random bits.
    public var secret: String
}

/// The secrets of tokens, sessions and shared views.
package enum AccessSecret {
    /// The beginning of a session's secret; the random part of other secrets has no period.
    private static let sessionPrefix = "tf_session."
    /// The beginning of the key in a sign-in link.
    private static let linkPrefix = "tf_link."

    /// Returns 256 random bits as text that needs no escaping in a header, a URL or a shell.
    ///
    /// - Parameter isSession: whether the secret is for the session of a browser; see ``isSession(_:)``.
    /// - Returns: the secret.
    public static func random(isSession: Bool = false) -> String { random(after: isSession ? sessionPrefix : "tf_") }

    /// Returns the random key of a sign-in link.
    static func randomLink() -> String { random(after: linkPrefix) }

    /// Returns the random secret in the address of a shared view, which opens nothing else.
    static func randomShare() -> String { random(after: "") }

    private static func random(after prefix: String) -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let text = Data(bytes).base64EncodedString()
        return prefix + text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns whether a secret is for the session of a browser, rather than a token for programs.
    ///
    /// A program that sends its token as a cookie must not pass for a person who signed in.
    public static func isSession(_ secret: String) -> Bool { secret.hasPrefix(sessionPrefix) }

    /// Returns whether a secret is the key of a sign-in link, which opens nothing else.
    public static func isLink(_ secret: String) -> Bool { secret.hasPrefix(linkPrefix) }

    /// Returns whether two digests are equal, in constant time for digests of equal length.
    public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The JSON representation of a token, with its secret only if it was just created.
public struct AccessTokenDocument: Encodable, Sendable {
    var id: Int64
    var name: String
    var scope: AccessScope
    var sets: [String]?
    var made: String
    var expires: String?
    var used: String?
    var current: Bool?
    var token: String?

    /// Creates the document of a token.
    ///
    /// - Parameters:
    ///   - token: the token.
    ///   - secret: its secret, if it was just created.
    ///   - isCurrent: whether it's the token of the request that the document responds to.
    public init(_ token: AccessToken, secret: String? = nil, isCurrent: Bool = false) {
        id = token.id
        name = token.name
        scope = token.scope
        sets = token.sets
        made = token.madeAt.formatted(.iso8601)
        expires = token.expiresAt?.formatted(.iso8601)
        used = token.usedOn?.formatted(.iso8601.year().month().day())
        current = isCurrent ? true : nil
        self.token = secret
    }
}

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// Returns the 32-byte digest of a sequence of bytes.
    ///
    /// - Complexity: linear in the number of bytes.
    public static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        Array(Crypto.SHA256.hash(data: Array(bytes)))
    }
}
