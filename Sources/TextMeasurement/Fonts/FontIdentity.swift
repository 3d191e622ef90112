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
