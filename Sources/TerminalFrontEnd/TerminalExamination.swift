internal import Terminal
public import TextMeasurement

/// Asks a terminal how wide it draws the clusters whose width differs between terminals.
///
/// Each sample is written at the start of a row that is cleared afterwards, and the terminal is
/// queried for its cursor's position.
public struct TerminalExamination {
    /// A terminal's responses.
    public struct Answer: Hashable, Sendable {
        /// The terminal's name and version as reported; `nil` without a response.
        public var version: String?
        /// The cells of each sample, by its kind; empty if the terminal didn't respond in time.
        public var cells: [ClusterClass: Int] = [:]
    }

    private let device: TerminalDevice
    private let environment: [String: String]

    /// The longest wait for each answer.
    public static let patience = TerminalSession.answerPatience

    /// Opens the controlling terminal.
    ///
    /// - Throws: `FrontEndError.noTerminal` without a terminal.
    public init(environment: [String: String]) throws(FrontEndError) {
        self.environment = environment
        do { device = try TerminalDevice.open() } catch { throw FrontEndError(error) }
    }

    /// Asks the questions and waits for the answers.
    ///
    /// - Throws: `FrontEndError` if the terminal can't be drawn on or is closed.
    public func examine() throws(FrontEndError) -> Answer {
        do {
            let session = try TerminalSession(
                device: device,
                modes: TerminalModes(asksForKeyboardProtocol: false),
                environment: environment
            )
            defer { session.close() }
            let kinds = ClusterClass.allCases
            var questions = [TerminalSession.versionQuestion]
            for kind in kinds {
                questions += ["\r" + kind.sample, TerminalSession.cursorPositionQuestion]
            }
            try session.ask(questions + ["\r\u{1B}[K"])
            return Self.answer(to: kinds, from: try Self.replies(of: session))
        } catch { throw FrontEndError(error) }
    }

    /// The answers, up to the last one or until the terminal takes too long.
    private static func replies(
        of session: TerminalSession
    ) throws(TerminalError) -> [TerminalReply] {
        var replies: [TerminalReply] = []
        while let event = try session.nextEvent(timeout: patience) {
            guard case .reply(let reply) = event else {
                if event == .inputEnded { throw .closed }
                continue
            }
            if case .deviceAttributes = reply { break }
            replies.append(reply)
        }
        return replies
    }

    /// The result of the replies; `nil` if a query wasn't answered.
    static func answer(to kinds: [ClusterClass], from replies: [TerminalReply]) -> Answer {
        var answer = Answer()
        var columns: [Int] = []
        for reply in replies {
            switch reply {
            case .version(let version): answer.version = version
            case .cursorPosition(let position): columns.append(position.column)
            default: break
            }
        }
        guard columns.count == kinds.count else { return answer }
        answer.cells = Dictionary(zip(kinds, columns)) { first, _ in first }
        return answer
    }
}
