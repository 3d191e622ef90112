internal import Terminal
public import TextMeasurement

/// Measures the grapheme clusters whose width differs between terminals.
///
/// It writes a sample of each kind at the start of a row, queries the terminal for the position of its
/// cursor, and clears the row.
public struct TerminalExamination {
    /// A terminal's responses.
    public struct Answer: Hashable, Sendable {
        /// The reported name and version of the terminal; nil without a response.
        public var version: String?
        /// The number of cells of each sample; empty if the terminal didn't respond in time.
        public var cells: [ClusterClass: Int] = [:]
    }

    private let device: TerminalDevice
    private let environment: [String: String]

    /// How long to wait for each response.
    public static let patience = TerminalSession.answerPatience

    /// Opens the controlling terminal.
    ///
    /// - Throws: `FrontEndError.noTerminal` if the process doesn't have a terminal.
    public init(environment: [String: String]) throws(FrontEndError) {
        self.environment = environment
        do { device = try TerminalDevice.open() } catch { throw FrontEndError(error) }
    }

    /// Sends the queries, waits for the responses and returns them.
    ///
    /// - Throws: `FrontEndError` if the terminal can't be drawn on or is closed.
    public func examine() throws(FrontEndError) -> Answer {
        do {
            let session = try TerminalSession(
                device: device, modes: TerminalModes(asksForKeyboardProtocol: false), environment: environment)
            defer { session.close() }
            let kinds = ClusterClass.allCases
            var questions = [TerminalSession.versionQuestion]
            for kind in kinds { questions += ["\r" + kind.sample, TerminalSession.cursorPositionQuestion] }
            try session.ask(questions + ["\r\u{1B}[K"])
            return Self.answer(to: kinds, from: try Self.replies(of: session))
        } catch { throw FrontEndError(error) }
    }

    /// Returns the replies.
    ///
    /// If the terminal takes too long, returns only the replies so far.
    private static func replies(of session: TerminalSession) throws(TerminalError) -> [TerminalReply] {
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

    /// Returns the widths from the cursor's columns, or no widths if a reply is missing.
    ///
    /// ```text
    /// kinds      .emoji, .flag
    /// replies    .version("T 1"), cursor in column 2, cursor in column 1
    /// result     version "T 1", cells [.emoji: 2, .flag: 1]
    /// ```
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
