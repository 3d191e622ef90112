import TestSupport

@testable import PageFetching

extension PageServer {
    /// Reads a page from the server, which the policy allows.
    func fetch(_ path: String, limits: FetchLimits = .patient) throws(PageFetchError) -> FetchedPage {
        try PageFetcher(policy: .local, limits: limits).fetch(url(path))
    }
}

extension ConnectionPolicy {
    /// Allows 127.0.0.1, and otherwise what the public policy allows.
    static let local = ConnectionPolicy { address in
        address == IPAddress("127.0.0.1") ? nil : ConnectionPolicy.publicAddresses.refusal(address)
    }
}

extension FetchLimits {
    /// The limits with time for a busy machine, for tests that aren't about time.
    static var patient: FetchLimits {
        var limits = within(.seconds(60))
        limits.parsingTime = .seconds(60)
        return limits
    }

    /// The limits with another time.
    static func within(_ time: Duration) -> FetchLimits {
        var limits = FetchLimits()
        limits.time = time
        return limits
    }
}
