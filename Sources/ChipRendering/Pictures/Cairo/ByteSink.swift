internal import Foundation

/// Takes the bytes of a file that Cairo writes.
final class ByteSink {
    private(set) var bytes = Data()

    /// What Cairo calls with bytes: the closure's pointer is a sink's.
    static let write:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> UInt32 = {
            pointer,
            bytes,
            count in
            // Whoever started the writing holds the sink until it has ended.
            guard let pointer = unsafe pointer, let bytes = unsafe bytes else { return 0 }
            let sink = unsafe Unmanaged<ByteSink>.fromOpaque(pointer).takeUnretainedValue()
            unsafe sink.bytes.append(bytes, count: Int(count))
            return 0
        }

    /// The pointer that stands for the sink; valid for as long as the sink is.
    var pointer: UnsafeMutableRawPointer {
        unsafe Unmanaged.passUnretained(self).toOpaque()
    }
}
