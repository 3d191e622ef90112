internal import PageFetching
internal import TextMeasurement

/// The reason why an exchange with another program failed.
package struct RemoteError: Error, Hashable, Sendable {
    /// The kinds of errors, by the remedy.
    package enum Kind: Hashable, Sendable {
        /// The program can't be reached, or is busy.
        case unreachable
        /// The program refuses the token.
        case refused
        /// The program's response isn't as documented.
        case unexpected
        /// Many items were deleted there, and nobody has confirmed that.
        case unconfirmed
        /// The user stopped the exchange.
        case stopped
    }

    package var kind: Kind
    /// The problem and what to do, on one line.
    package var message: String
    /// The status of the response, if there was one.
    var status: Int?

    init(_ kind: Kind, _ message: String, status: Int? = nil) {
        self.kind = kind
        self.message = message
        self.status = status
    }

    /// Adds a description of the work up to the error.
    func after(_ text: String) -> Self {
        var error = self
        error.message += "; \(text)"
        return error
    }
}

extension RemoteError: CustomStringConvertible { package var description: String { message } }

extension RemoteError {
    /// Creates the error for a response that isn't a success.
    init(_ status: Int, from kind: ConnectionKind, at url: String) {
        let answer = "\(kind.title) answers \(status) at \(url.shown)"
        switch status {
        case 401: self.init(.refused, "\(answer); make a new token under \(kind.tokenPlace)", status: status)
        case 403:
            self.init(.refused, "\(answer); use a token that may read and change all tags and items", status: status)
        case 404: self.init(.unexpected, "\(answer); check the address", status: status)
        case 500...: self.init(.unexpected, "\(answer); see its log, and try again", status: status)
        default: self.init(.unexpected, "\(answer); check its version and the address", status: status)
        }
    }

    /// Creates the error for a request without a response.
    init(_ error: APIError, from kind: ConnectionKind, at url: String) {
        let place = "can't reach \(kind.title) at \(url.shown)"
        switch error {
        case .noResponse(.canceled): self.init(.stopped, "interrupted")
        case .noResponse(let error) where error.isPermanent: self.init(.unexpected, error.description)
        case .noResponse(.unreachable(_, let reason)), .noResponse(.unavailable(let reason)):
            self.init(.unreachable, "\(place): \(reason.shown); check that it is running, and try again")
        case .noResponse(.timedOut): self.init(.unreachable, "\(place): no response in time; try again later")
        case .noResponse(.unknownHost(let host)):
            self.init(.unreachable, "\(place): no host \(host.quoted); check the address")
        case .noResponse(.untrustedCertificate(_, let reason)):
            self.init(.unreachable, "\(place): \(reason.shown); check its certificate")
        case .noResponse(let error): self.init(.unreachable, "\(place): \(error.description)")
        case .redirected(let target):
            self.init(
                .unexpected, "\(kind.title) at \(url.shown) redirects to \(target.shown); connect to that address")
        case .busy(let pause):
            let seconds = max(1, Int(pause / .seconds(1)))
            self.init(
                .unreachable, "\(kind.title) at \(url.shown) asks to wait for \(seconds) s; try again then", status: 429
            )
        }
    }

    /// Creates the error for a response that isn't as documented.
    init(_ shape: ShapeError, from kind: ConnectionKind, at url: String) {
        self.init(
            .unexpected,
            "the response of \(kind.title) at \(url.shown) has no valid \(shape.text); check the address and the version"
        )
    }
}
