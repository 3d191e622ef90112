#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The division of the process's file descriptors between connections, open spaces and deliveries to webhooks.
///
/// A server that runs out of descriptors can't accept connections, open databases or load libraries.
/// To prevent this, it never opens more connections and spaces than the limit allows.
///
/// ```swift
/// let settings = ServerSettings(
///     content: .database(path: "tags.sqlite"), address: .host("127.0.0.1", port: 0))
/// let budget = DescriptorBudget(limit: 1_024, settings: settings)
/// // budget.connections is 817, which is 1,024 less `reserve`, `perSpace` and 64 deliveries to webhooks
/// ```
struct DescriptorBudget: Equatable {
    /// The maximum number of connections.
    var connections: Int
    /// The number of open spaces beyond which idle spaces are closed.
    var openSpaces: Int
    /// The maximum number of open spaces, even if all are in use.
    var mostOpenSpaces: Int
    /// The maximum number of concurrent deliveries to webhooks.
    var deliveries: Int

    /// The descriptors for everything else: event loops, temporary files, libraries, token lookups.
    static let reserve = 128
    /// The maximum number of descriptors of an open space.
    ///
    /// The writer and six readers each have the database and the write-ahead log open, and share the
    /// log's index.
    static let perSpace = 15

    /// Divides the descriptors of a process.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of descriptors of the process.
    ///   - settings: the requested numbers of connections and spaces; the budget never exceeds them.
    init(limit: Int, settings: ServerSettings) {
        deliveries = min(settings.deliveryLimit, max(limit / 16, 1))
        let free = max(limit - Self.reserve - deliveries, 2)
        guard case .spaces = settings.content else {
            (openSpaces, mostOpenSpaces) = (1, 1)
            connections = min(settings.connectionLimit, max(free - Self.perSpace, 1))
            return
        }
        let wanted = settings.openSpaces * Self.perSpace
        // If there isn't enough for both, each gets at least half.
        let forSpaces = min(wanted, max(free / 2, free - settings.connectionLimit))
        connections = min(settings.connectionLimit, max(free - forSpaces, 1))
        openSpaces = max(forSpaces / Self.perSpace, 1)
        mostOpenSpaces = max((free - connections) / Self.perSpace, openSpaces)
    }

    /// Raises the process's soft limit of descriptors to its hard limit.
    ///
    /// - Returns: the resulting limit.
    static func raiseLimit() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard unsafe getrlimit(resource, &limit) == 0 else { return 1_024 }
        let before = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        if unsafe setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
        return Int(clamping: limit.rlim_cur)
    }
}

extension ServerSettings {
    /// Returns the settings with the numbers of connections and open spaces of a budget.
    func within(_ budget: DescriptorBudget) -> ServerSettings {
        var settings = self
        settings.connectionLimit = budget.connections
        settings.openSpaces = budget.openSpaces
        settings.mostOpenSpaces = budget.mostOpenSpaces
        settings.deliveryLimit = budget.deliveries
        return settings
    }
}
