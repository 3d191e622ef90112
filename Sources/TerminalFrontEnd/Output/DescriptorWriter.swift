public import Foundation
internal import Terminal

/// A writer of bytes to a file descriptor.
///
/// All output of the program goes through this type. It handles partial writes, retries a write that
/// a signal has interrupted, and waits if a nonblocking descriptor isn't ready.
public struct DescriptorWriter: Sendable {
    private let descriptor: Int32

    /// Creates a writer to a descriptor, which must stay open as long as the writer is used.
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes all bytes.
    ///
    /// - Throws: `StreamError`, possibly after some of the bytes have been written.
    public func write(_ bytes: some ContiguousBytes) throws(StreamError) {
        // The bytes stay valid during the call.
        let code = unsafe bytes.withUnsafeBytes { unsafe SystemCall.writeAll(descriptor, $0) }
        guard code != 0 else { return }
        throw code == EPIPE ? .closed : .failed(code: code)
    }
}
