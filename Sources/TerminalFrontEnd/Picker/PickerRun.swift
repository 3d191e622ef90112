internal import Foundation
public import TagService
internal import Terminal
public import TextMeasurement

/// Runs a picker on the process's terminal.
public struct PickerRun {
    private let device: TerminalDevice
    private let environment: [String: String]

    /// Opens the controlling terminal, wherever the standard streams lead.
    ///
    /// - Throws: `FrontEndError.noTerminal` where there is none, `.dumbTerminal` where it cannot be drawn on.
    public init(environment: [String: String]) throws(FrontEndError) {
        self.environment = environment
        do { device = try TerminalDevice.open() } catch { throw FrontEndError(error) }
        guard TerminalCapability(environment: environment, isTerminal: true) == .full else {
            throw .dumbTerminal(environment["TERM"] ?? "")
        }
    }

    /// Shows tags until some are chosen or the picker is left.
    ///
    /// - Parameters:
    ///   - tags: what can be chosen.
    ///   - options: how the picker behaves.
    ///   - affinities: asks how well tags go with chosen ones, by name; nil where nothing can be known.
    ///   - more: waits for more tags, until there are none; nil where there are no others.
    ///   - widths: how wide this terminal draws what others draw otherwise.
    /// - Returns: how it ended.
    /// - Throws: `FrontEndError` where the terminal fails or goes away.
    public func pick(
        from tags: PickableTags,
        options: PickerOptions,
        affinities: (@Sendable ([String]) async -> [String: Double])? = nil,
        more: (@Sendable () async -> [PickableTag]?)? = nil,
        widths: TerminalWidths = TerminalWidths()
    ) async throws -> PickerOutcome {
        let depth = ColorDepth(environment: environment, isTerminal: true)
        do {
            let session = try TerminalSession(
                device: device,
                modes: TerminalModes(
                    usesAlternateScreen: options.usesFullScreen,
                    mouse: .buttons
                ),
                environment: environment
            )
            defer { session.close() }
            let picker = Picker(
                tags,
                options: options,
                size: session.size,
                isColored: depth != .none,
                sources: PickerSources(affinities: affinities, more: more),
                widths: widths
            )
            let screen = Screen(placement: options.usesFullScreen ? .full : .inline, depth: depth)
            var runner = ProgramRunner(picker, on: session, screen: screen)
            return try await runner.runOnOwnThread()
        } catch let error as TerminalError { throw FrontEndError(error) }
    }
}

/// How a picker behaves.
public struct PickerOptions: Hashable, Sendable {
    /// How high an inline picker may be.
    public enum Height: Hashable, Sendable {
        /// So many rows.
        case rows(Int)
        /// A share of the terminal's rows, in percent.
        case percent(Int)
    }

    /// What is typed to begin with.
    public var query = ""
    /// The most tags that can be chosen; nil: any number.
    public var limit: Int?
    /// The least number of tags that must be chosen.
    public var required = 0
    /// Whether only tags that are there can be chosen.
    public var isStrict = true
    /// The most rows of an inline picker.
    public var height = Height.percent(50)
    /// Whether the picker takes the whole screen.
    public var usesFullScreen = false

    /// The options of a picker without options.
    public init() {}
}

/// How a picker ended.
public enum PickerOutcome: Hashable, Sendable {
    /// These tags were chosen, in this order.
    case accepted([PickableTag])
    /// Nothing was chosen: it was left with Esc.
    case left
    /// It was interrupted with Ctrl-C.
    case interrupted

    /// The names of the tags that were chosen; nil where it was left.
    public var names: [String]? {
        if case .accepted(let tags) = self { tags.map(\.name) } else { nil }
    }
}

extension ProgramRunner where Program.Output: Sendable {
    /// Runs the program on a thread of its own.
    ///
    /// The threads that tasks run on are as few as processors: where there is one, work beside a program that blocked
    /// it would never be done.
    mutating func runOnOwnThread() async throws -> Program.Output {
        // `nonisolated(unsafe)`: a runner holds the session, which no two threads may use at once. Here none do: this
        // function waits from the thread's start to the resumption, which is the last thing that the thread does.
        nonisolated(unsafe) var runner = self
        let outcome: Result<Program.Output, TerminalError> = await withCheckedContinuation {
            continuation in
            Thread {
                let outcome = Result { () throws(TerminalError) in try unsafe runner.run() }
                continuation.resume(returning: outcome)
            }
            .start()
        }
        unsafe self = runner
        return try outcome.get()
    }
}
