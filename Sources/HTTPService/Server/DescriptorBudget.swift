#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// How a server divides the file descriptors of its process between connections and open spaces.
///
/// A server that runs out of descriptors can't accept, open or load anything. So it never opens more connections and spaces than
/// the limit leaves room for.
struct DescriptorBudget: Equatable {
    /// The greatest number of connections.
    var connections: Int
    /// The number of open spaces beyond which idle spaces are closed.
    var openSpaces: Int
    /// The greatest number of open spaces, even if all of them are in use.
    var mostOpenSpaces: Int

    /// Descriptors for everything else: event loops, temporary files, libraries, token look-ups.
    static let reserve = 128
    /// The most descriptors of an open space: of its database and write-ahead log for the writer and six readers, and the shared
    /// index of the log.
    static let perSpace = 15

    /// Divides the descriptors of a process.
    ///
    /// - Parameters:
    ///   - limit: the number of descriptors that the process may have.
    ///   - settings: the numbers that the server was started with, which are never exceeded.
    init(limit: Int, settings: ServerSettings) {
        let free = max(limit - Self.reserve, 2)
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

    /// Raises the process's limit of descriptors to the system's maximum.
    ///
    /// - Returns: the limit afterwards.
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
    /// The settings with no more connections and open spaces than a budget has.
    func within(_ budget: DescriptorBudget) -> ServerSettings {
        var settings = self
        settings.connectionLimit = budget.connections
        settings.openSpaces = budget.openSpaces
        settings.mostOpenSpaces = budget.mostOpenSpaces
        return settings
    }
}
