/// The identity of a measurer: its name, version and settings.
///
/// Measurers with equal identities return the same size for every text. Everything that can change a size,
/// from a Unicode table to the resolved font, is part of the version or of a setting.
public struct MeasurerIdentity: Sendable, Hashable {
    /// The kind of measurer, such as `cells`.
    public let name: String

    /// The version of its rules and tables; it changes whenever a size may.
    public let version: String

    /// The settings that a size depends on, by name.
    public let settings: [String: String]

    /// The identity in one line of printable ASCII, equal for equal identities only.
    ///
    /// `name;version;setting=value;…` with the settings ordered by name. Any byte that is not a
    /// letter, a digit or one of `-._+/` is written as `%` and two hexadecimal digits.
    public let key: String

    /// Creates an identity.
    ///
    /// - Complexity: Linear in the length of the parts; the key is computed once, here.
    public init(name: String, version: String, settings: [String: String] = [:]) {
        self.name = name
        self.version = version
        self.settings = settings
        let pairs = settings.sorted { $0.key < $1.key }
            .map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }
        key = ([Self.escaped(name), Self.escaped(version)] + pairs).joined(separator: ";")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
