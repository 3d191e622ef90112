/// The identity of a measurer: its name, version and settings.
///
/// Measurers with equal identities return equal sizes for every text. Everything that affects a size,
/// from a Unicode table to the resolved font, is part of the version or a setting.
///
/// ```swift
/// let settings = ["size": "15", "font": "Noto Sans 15"]
/// MeasurerIdentity(name: "pango", version: "1.50", settings: settings).key
/// // "pango;1.50;font=Noto%20Sans%2015;size=15"
/// ```
public struct MeasurerIdentity: Sendable, Hashable {
    /// The kind of measurer, such as `cells`.
    public let name: String

    /// The version of the measurer's rules and tables, which changes whenever a size might.
    public let version: String

    /// The settings that affect a size, by name.
    public let settings: [String: String]

    /// The identity as one line of printable ASCII, different for different identities.
    ///
    /// The format is `name;version;setting=value;…` with the settings sorted by name. Bytes other than
    /// letters, digits and `-._+/` are percent-encoded.
    public let key: String

    /// Creates an identity.
    ///
    /// - Complexity: Linear in the length of the arguments, as this computes the key.
    public init(name: String, version: String, settings: [String: String] = [:]) {
        self.name = name
        self.version = version
        self.settings = settings
        let pairs = settings.sorted { $0.key < $1.key }.map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }
        key = ([Self.escaped(name), Self.escaped(version)] + pairs).joined(separator: ";")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "+"), UInt8(ascii: "/"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
