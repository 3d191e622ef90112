import ArgumentParser

/// Where colours are used: the values of `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    /// On a terminal that has them, as far as the environment allows it.
    case auto
    case always
    case never

    /// An environment whose variables say the same, so that all that asks it about colours follows.
    func applied(to environment: [String: String]) -> [String: String] {
        var environment = environment
        switch self {
        case .auto: break
        case .always:
            environment["NO_COLOR"] = nil
            environment["CLICOLOR_FORCE"] = "1"
        case .never: environment["NO_COLOR"] = "1"
        }
        return environment
    }
}
