import CUtf8proc

/// The version of everything that a width in cells depends on.
enum CellTablesVersion {
    /// The number of our own rules and tables; it goes up with every change of a width.
    ///
    /// A test keeps a digest of all widths beside this number and fails when only one of them changes.
    static let revision = 1

    /// Our revision, and the tables that the program runs with: `1+utf8proc2.8.0/15.0.0+swift17.0`.
    static let current = "\(revision)+utf8proc\(library)+swift\(standardLibrary)"

    /// The version of the loaded utf8proc and that of its Unicode tables.
    private static var library: String {
        // Safe: both answer a constant, terminated string.
        guard let version = unsafe utf8proc_version(),
            let unicode = unsafe utf8proc_unicode_version()
        else { return "" }
        return unsafe "\(String(cString: version))/\(String(cString: unicode))"
    }

    /// The version of Unicode that the standard library cuts grapheme clusters by.
    ///
    /// The library does not tell it, so this is the age of the newest scalar it knows in the block that
    /// grows with nearly every version.
    private static var standardLibrary: String {
        let ages = (0x1FA70...0x1FAFF as ClosedRange<UInt32>)
            .compactMap { Unicode.Scalar($0)?.properties.age }
        let newest = ages.max { ($0.major, $0.minor) < ($1.major, $1.minor) }
        return newest.map { "\($0.major).\($0.minor)" } ?? ""
    }
}
