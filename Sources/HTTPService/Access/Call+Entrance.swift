internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

extension Call {
    /// Returns the entrance that a request saves items through, which remembers its set.
    ///
    /// - Parameter client: the entrance of another program's API; `nil` for tagflow's.
    /// - Returns: the entrance.
    func entrance(_ client: Entrance? = nil) -> Entrance {
        if caller.setIDs != nil, let id = caller.tokenID { return .token(id) }
        if let client { return client }
        if caller.isBrowser || isFromPage { return .page }
        let origin = request.headers[.origin] ?? ""
        let isFromExtension = origin.prefix { $0 != ":" }.hasSuffix("-extension")
        return isFromExtension || request.headers[.tagflowClient] == "extension" ? .browserExtension : .api
    }

    /// Whether a browser sent the request from this server's own page, which may send a token.
    private var isFromPage: Bool {
        if let site = request.headers[.fetchSite] { return site == "same-origin" }
        guard let origin = request.headers[.origin], let host = peer.host(of: request) else { return false }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}

extension HTTPField.Name {
    /// The program that sends a request: `extension` for the browser extension.
    static let tagflowClient = HTTPField.Name("Tagflow-Client") ?? .userAgent
}
