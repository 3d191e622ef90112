/// Names as paths.
extension StoreFileName {
    /// The name of the folder that contains a folder for each device.
    static let folder = "devices"
    /// The maximum number of bytes of a file's name, without its folder.
    private static let limit = 64

    /// Parses a path relative to the store; returns `nil` unless it is written exactly as ``path`` is.
    public init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == Self.folder, let device = DeviceID(folderName: parts[1]) else { return nil }
        self.init(fileName: parts[2], device: device)
    }

    /// Parses the name of a file in a device's folder; returns `nil` for any other file.
    init?(fileName: some StringProtocol, device: DeviceID) {
        guard fileName.utf8.count <= Self.limit, let dash = fileName.firstIndex(of: "-"),
            let number = Int(fileName[..<dash]), number > 0,
            let random = UInt64(fileName[dash...].dropFirst().prefix { $0 != "." }, radix: 16)
        else { return nil }
        let kind = fileName.hasSuffix(".base") ? Kind.base : .segment
        self.init(device: device, number: number, random: random, kind: kind)
        // Excludes leading zeros, signs, capital letters and other endings.
        guard self.fileName == fileName else { return nil }
    }

    /// The last part of the path.
    var fileName: String { String(path.split(separator: "/").last ?? "") }

    /// The maximum number of bytes before compression.
    ///
    /// A segment is small, so that a slow connection transfers it in one attempt. The limit of a base only stops
    /// decompression bombs: it is more than a million items need.
    var contentLimit: Int { kind == .segment ? 4 << 20 : 1 << 30 }

    /// The maximum size in bytes: the content if it can't be compressed, and room for the header and the seal.
    public var sizeLimit: Int { contentLimit + contentLimit / 1_000 + 1_024 }
}

extension DeviceID {
    /// The name of the device's folder in a store: 16 hexadecimal digits.
    var folderName: String { hexadecimal(number) }

    /// Parses the name of a device's folder; returns `nil` for any other name, and for 0, which is no device.
    init?(folderName: some StringProtocol) {
        guard let number = UInt64(folderName, radix: 16), number != 0 else { return nil }
        self.init(number)
        guard self.folderName == folderName else { return nil }
    }
}
