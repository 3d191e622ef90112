internal import NIOCore

/// Content that is built once and sent many times, such as a file of the page.
///
/// All responses share its memory, and neither hash nor compress it.
struct KeptContent: Sendable {
    let plain: ByteBuffer
    /// The content in the gzip format, or `nil` to send it only as it is.
    let compressed: ByteBuffer?
    let entityTag: EntityTag

    /// Hashes content, and compresses it at the highest level.
    init(_ bytes: [UInt8], isCompressible: Bool = true) {
        plain = ByteBuffer(bytes: bytes)
        entityTag = EntityTag(of: bytes)
        let gzip = isCompressible ? Compression.gzip(bytes, for: .kept) : nil
        compressed = gzip.flatMap { $0.count < bytes.count ? ByteBuffer(bytes: $0) : nil }
    }
}
