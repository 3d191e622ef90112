/// A failure of a command that no library of ours knows of.
struct CommandFailure: Error {
    /// The exit code, after sysexits.
    var code: Int32
    /// What is wrong and what to do, in one line; `nil` where nothing is to be said.
    var message: String?
}

extension CommandFailure: CustomStringConvertible {
    var description: String { message ?? "" }
}
