import TestSupport

/// A browser that is signed in to a server.
enum Browser {
    /// Uses the server's sign-in link, and returns the header field with the cookie.
    static func signIn(to server: RunningServer) throws -> String {
        let answer = RunningServer.answer(try RunningServer.curl(["-s", "-i", server.signInURL]))
        return "Cookie: \((answer.headers["set-cookie"] ?? "").prefix { $0 != ";" })"
    }

    /// The name of the cookie of a server, which contains its port.
    static func cookieName(of server: RunningServer) -> String {
        "tagflow_session_\(server.url.split(separator: ":").last?.prefix { $0.isNumber } ?? "")"
    }

    /// The field that a browser adds to requests of the server's own page.
    static let ownPage = "Sec-Fetch-Site: same-origin"
}
