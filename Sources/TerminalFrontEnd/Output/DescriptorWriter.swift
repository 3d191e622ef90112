public import Foundation
internal import Terminal

/// Writes bytes to a file descriptor, all of them.
///
/// Everything that the program writes passes here: after a system call that writes less than it was
/// given, writing continues at the remaining bytes, a write interrupted by a signal is repeated,
/// and a write that would block is waited for.
public struct DescriptorWriter: Sendable {
    private let descriptor: Int32

    /// A writer to a descriptor that stays open for as long as the writer is used.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes bytes; when this returns, the system has taken all of them.
    ///
    /// - Throws: `StreamError`; some of the bytes may have been written then.
    public func write(_ bytes: some ContiguousBytes) throws(StreamError) {
        // The bytes stay in place for the length of the call.
        let code = unsafe bytes.withUnsafeBytes { unsafe SystemCall.writeAll(descriptor, $0) }
        guard code != 0 else { return }
        throw code == EPIPE ? .closed : .failed(code: code)
    }
}
