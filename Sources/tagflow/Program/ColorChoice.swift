import ArgumentParser

/// The values of `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    /// Colors on terminals that support them, unless the environment turns them off.
    case auto
    case always
    case never

    /// Returns the environment with `NO_COLOR` and `CLICOLOR_FORCE` set to match the option.
    ///
    /// Code that reads only the environment then follows `--color`, too.
    ///
    /// ```swift
    /// ColorChoice.never.applied(to: [:])  // ["NO_COLOR": "1"]
    /// ```
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
