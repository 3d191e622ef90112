import ArgumentParser

/// The values of `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    /// On terminals with colors, if the environment allows it.
    case auto
    case always
    case never

    /// An environment with equivalent variables, so that code that reads the environment follows the option.
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
