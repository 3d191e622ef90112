internal import CPango

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The identity of everything that affects a measurement in a font.
///
/// Any installed font can be the fallback for missing characters, depending on fontconfig's
/// configuration. Therefore the identity includes a digest of all fonts and configuration files.
struct FontIdentity {
    private let library: FontLibrary
    private let font: ResolvedFont
    private let language: String

    /// The version of this module's measuring rules.
    private static let revision = 1

    init(_ context: borrowing FontContext, language: String) {
        library = context.library
        font = context.font
        self.language = language
    }

    var identity: MeasurerIdentity {
        MeasurerIdentity(
            name: "pango", version: version,
            settings: [
                "font": font.name, "families": font.families.joined(separator: ","), "size": String(font.size),
                "language": language, "fonts": String(digest(), radix: 16),
            ])
    }

    private var version: String {
        let pango = unsafe Self.text(library.pango.version_string())
        let cairo = unsafe Self.text(library.cairo.version_string())
        let harfbuzz = unsafe Self.text(library.text.hb_version_string())
        let fontconfig = library.text.FcGetVersion()
        return "\(Self.revision)+\(pango)+cairo\(cairo)+harfbuzz\(harfbuzz)+fontconfig\(fontconfig)"
    }

    /// Converts a constant string of a C library.
    private static func text(_ text: UnsafePointer<CChar>?) -> String {
        unsafe text.map { unsafe String(cString: $0) } ?? ""
    }

    /// Returns a digest of the installed fonts and the configuration of fontconfig.
    private func digest() -> UInt64 {
        var digest = Digest()
        addFonts(to: &digest)
        addConfiguration(to: &digest)
        return digest.value
    }

    private func addFonts(to digest: inout Digest) {
        let systemFonts: UInt32 = 0
        guard let set = library.text.FcConfigGetFonts(nil, systemFonts) else { return }
        // Owned by fontconfig, and valid as long as its configuration.
        for index in 0..<Int(unsafe set.pointee.nfont) {
            digest.add(UInt64(unsafe library.text.FcPatternHash(set.pointee.fonts[index])))
        }
    }

    private func addConfiguration(to digest: inout Digest) {
        guard let files = library.text.FcConfigGetConfigFiles(nil) else { return }
        defer { unsafe library.text.FcStrListDone(files) }
        while let path = unsafe library.text.FcStrListNext(files) {
            let path = unsafe String(cString: path)
            digest.add(path.utf8)
            var status = stat()
            // The call fills the structure before it returns.
            guard unsafe stat(path, &status) == 0 else { continue }
            digest.add(UInt64(bitPattern: Int64(status.st_size)))
            digest.add(UInt64(bitPattern: Int64(status.st_mtim.tv_sec)))
            digest.add(UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)))
        }
    }
}

/// The 64-bit hash FNV-1a of Fowler, Noll and Vo.
private struct Digest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    mutating func add(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            add(CollectionOfOne(UInt8(truncatingIfNeeded: number >> UInt64(shift))))
        }
    }
}

/// A font description resolved by Pango to an installed font.
@safe struct FontResolution {
    /// The Pango font, which the caller must release.
    let font: OpaquePointer?
    /// The properties of the font.
    let resolved: ResolvedFont

    /// Resolves a description, after setting its size if it has none.
    init(
        _ library: FontLibrary, _ fontMap: OpaquePointer?, _ context: OpaquePointer?, _ description: OpaquePointer?,
        defaultSize: Double
    ) throws(FontError) {
        let pango = library.pango
        let request = unsafe FontRequest(library, fontMap, description)
        let families = try request.installedFamilies()
        let size = try request.settledSize(default: defaultSize)
        unsafe font = unsafe pango.context_load_font(context, description)
        guard unsafe font != nil else { throw .noFonts }
        let metrics = unsafe pango.font_get_metrics(font, nil)
        defer { unsafe pango.font_metrics_unref(metrics) }
        resolved = ResolvedFont(
            families: families, size: size, weight: Int(unsafe pango.font_description_get_weight(description)),
            isItalic: unsafe pango.font_description_get_style(description) != 0,
            name: unsafe Self.name(of: font, library),
            ascent: PangoUnits.points(unsafe pango.font_metrics_get_ascent(metrics)),
            descent: PangoUnits.points(unsafe pango.font_metrics_get_descent(metrics)))
    }

    private static func name(of font: OpaquePointer?, _ library: FontLibrary) -> String {
        let description = unsafe library.pango.font_describe(font)
        defer { unsafe library.pango.font_description_free(description) }
        guard let text = unsafe library.pango.font_description_to_string(description) else { return "" }
        defer { unsafe library.text.g_free(text) }
        return unsafe String(cString: text)
    }
}

/// Checks a font description against the installed fonts.
@safe private struct FontRequest {
    let library: FontLibrary
    // Owned by the context, which outlives this value.
    let fontMap: OpaquePointer?
    let description: OpaquePointer?

    /// The generic family names, which fontconfig maps to installed fonts.
    private static let genericFamilies: Set<String> = [
        "sans", "sans-serif", "serif", "monospace", "mono", "system-ui", "cursive", "fantasy", "emoji",
    ]

    init(_ library: FontLibrary, _ fontMap: OpaquePointer?, _ description: OpaquePointer?) {
        self.library = library
        unsafe self.fontMap = fontMap
        unsafe self.description = description
    }

    /// Returns the families of the description, or throws if none of them is installed.
    func installedFamilies() throws(FontError) -> [String] {
        guard let text = unsafe library.pango.font_description_get_family(description) else {
            // Without a family, Pango would use its default.
            unsafe library.pango.font_description_set_family(description, "Sans")
            return ["Sans"]
        }
        let families = unsafe String(cString: text).split(separator: ",").map { $0.trimming(while: \.isWhitespace) }
        let installed = Set(familyNames().map { $0.lowercased() }).union(Self.genericFamilies)
        guard families.contains(where: { installed.contains($0.lowercased()) }) else {
            throw .unknownFamily(families.first ?? "")
        }
        return families
    }

    private func familyNames() -> [String] {
        var families: UnsafeMutablePointer<OpaquePointer?>?
        var count: Int32 = 0
        unsafe library.pango.font_map_list_families(fontMap, &families, &count)
        defer { unsafe library.text.g_free(families) }
        guard let families = unsafe families else { return [] }
        // The list has `count` elements.
        return (0..<Int(count))
            .compactMap { index in
                unsafe library.pango.font_family_get_name(families[index]).map { unsafe String(cString: $0) }
            }
    }

    /// Makes the description's size independent of the device's resolution and returns it in points.
    func settledSize(default defaultSize: Double) throws(FontError) -> Double {
        let pango = library.pango
        let units = unsafe pango.font_description_get_size(description)
        let size = units == 0 ? defaultSize : Double(units) / PangoUnits.perPoint
        guard FontSize.contains(size) else { throw .invalidSize(size) }
        unsafe pango.font_description_set_absolute_size(description, size * PangoUnits.perPoint)
        return size
    }
}

extension Substring {
    fileprivate func trimming(while condition: (Character) -> Bool) -> String {
        var rest = drop(while: condition)
        while let last = rest.last, condition(last) { rest.removeLast() }
        return String(rest)
    }
}

/// An installed font found for a request.
///
/// Lengths are in points.
public struct ResolvedFont: Sendable, Hashable {
    /// The requested families, in order of preference.
    public let families: [String]

    /// The font size.
    public let size: Double

    /// The requested weight, from 100 to 1000; 400 is regular and 700 is bold.
    public let weight: Int

    /// Whether the requested style is italic or oblique.
    public let isItalic: Bool

    /// The installed font in Pango's notation.
    public let name: String

    /// The distance from the top of a line of the font to its baseline.
    public let ascent: Double

    /// The distance from the baseline to the bottom of a line of the font.
    public let descent: Double
}
