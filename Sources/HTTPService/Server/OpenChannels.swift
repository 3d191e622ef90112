internal import NIOCore
internal import Synchronization

/// The channels with a request in progress, so that a stopping server can close slow ones.
final class OpenChannels: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    func insert(_ channel: any Channel) { channels.withLock { $0[ObjectIdentifier(channel)] = channel } }

    func remove(_ channel: any Channel) { channels.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) } }

    func closeAll() { for channel in channels.withLock({ Array($0.values) }) { channel.close(promise: nil) } }
}
