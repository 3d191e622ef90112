#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The background of a terminal.
///
/// A terminal reports its color if it's asked with `OSC 11`; some set `COLORFGBG` instead.
///
/// ```swift
/// #expect(TerminalBackground(reply: "rgb:ffff/ffff/ffff") == .light)
/// #expect(TerminalBackground(environment: ["COLORFGBG": "15;0"]) == .dark)
/// ```
package enum TerminalBackground: Hashable, Sendable {
    case dark
    case light

    /// The number of the operating system command, and the query for the color.
    package static let command = 11
    package static let question = "\u{1B}]11;?\u{1B}\\"

    /// Parses the text of the reply, such as `rgb:ffff/ffff/ffff`; returns nil for any other text.
    package init?(reply text: String) {
        guard let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) else { return nil }
        let digits = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
        // A component has one to four digits, and all its digits set is full intensity.
        let parts = digits.prefix(3)
            .compactMap { part -> Double? in
                guard (1...4).contains(part.count), let value = UInt16(part, radix: 16) else { return nil }
                return Double(value) / Double((1 << (4 * part.count)) - 1)
            }
        guard parts.count == 3, (3...4).contains(digits.count) else { return nil }
        let luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        self = luminance > 0.5 ? .light : .dark
    }

    /// Reads the palette index of the background from `COLORFGBG`, such as `0;15`; returns nil without one.
    package init?(environment: [String: String]) {
        guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let index = Int(last),
            (0...15).contains(index)
        else { return nil }
        self = index == 7 || index > 8 ? .light : .dark
    }

    /// Returns whether a type of terminal can be asked; the Linux console and DEC terminals print the query.
    package static func canBeAsked(_ environment: [String: String]) -> Bool {
        let term = environment["TERM"] ?? ""
        return TerminalDevice.canBeDrawnOn(environment) && term != "linux" && !term.hasPrefix("vt")
    }

    /// Returns the background of a terminal, on which nothing is drawn yet.
    ///
    /// Asks only in the foreground and if no input is waiting, so that the shell misses no keys. Waits at most
    /// `TerminalSession.shortPatience` for a terminal that doesn't reply.
    package static func of(_ device: TerminalDevice, environment: [String: String]) -> TerminalBackground {
        let known = TerminalBackground(environment: environment) ?? .dark
        guard canBeAsked(environment), tcgetpgrp(device.input) == getpgrp() else { return known }
        do {
            let session = try TerminalSession(device: device, modes: nil, environment: environment)
            defer { session.close() }
            return try session.background() ?? known
        } catch {
            // Without an answer, the terminal is drawn on as if it couldn't be asked.
            return known
        }
    }
}

extension TerminalSession {
    /// Returns the background that the terminal reports, or nil if it doesn't reply soon or input is waiting.
    ///
    /// Keys that arrive meanwhile are returned by later calls of `nextEvent`.
    package func background() throws(TerminalError) -> TerminalBackground? {
        // A session without modes gives no keys to a program, so the keys are left to the shell.
        guard TerminalBackground.canBeAsked(environment), modes != nil || !hasInput else { return nil }
        try ask([TerminalBackground.question])
        let deadline = now() + shortPatience
        while outstandingAnswers > 0, now() < deadline {
            guard let event = try readEvent(timeout: deadline - now()) else { break }
            if case .reply(.operatingSystemCommand(TerminalBackground.command, let text)) = event {
                return TerminalBackground(reply: text)
            }
            held.append(event)
            if event == .inputEnded { break }
        }
        return nil
    }
}
