internal import FlowEngine
internal import Synchronization
internal import TagService

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A line such as `width 60`, `align center`, `spacing 2 1` or `lines 3`, which tries a layout setting.
struct LayoutTrial {
    let settings: LayoutSettings

    /// The words that begin such a line.
    static let words = ["width", "align", "spacing", "lines"]

    /// Takes back what was tried of the setting of a word.
    static func takeBack(_ word: String, in tried: inout LayoutSettings) {
        switch word {
        case "width": tried.width = nil
        case "lines": tried.maxLines = nil
        case "align": tried.alignment = nil
        default: (tried.spacing, tried.lineSpacing) = (nil, nil)
        }
    }

    /// `nil` where the word is none of these or stands alone, so that a tag of the same name can be toggled.
    init?(word: String, arguments: [String]) throws(ReplInputError) {
        guard Self.words.contains(word), !arguments.isEmpty else {
            return nil
        }
        var settings = LayoutSettings()
        switch word {
        case "width":
            settings.width = try Self.lengths(arguments, of: word, count: 1...1, least: 1)[0]
        case "lines":
            settings.maxLines = Int(
                try Self.lengths(arguments, of: word, count: 1...1, least: 1)[0]
            )
        case "spacing":
            let lengths = try Self.lengths(arguments, of: word, count: 1...2, least: 0)
            settings.spacing = lengths[0]
            settings.lineSpacing = lengths.count > 1 ? lengths[1] : nil
        default:
            guard arguments.count == 1, let alignment = FlowAlignment(rawValue: arguments[0]) else {
                let names = FlowAlignment.allCases.map(\.rawValue).joined(separator: ", ")
                throw .badSetting(word: word, rule: "one of \(names)")
            }
            settings.alignment = alignment
        }
        self.settings = settings
    }

    private static func lengths(
        _ arguments: [String],
        of word: String,
        count: ClosedRange<Int>,
        least: Int
    ) throws(ReplInputError) -> [Double] {
        let numbers = arguments.compactMap { Int($0) }.filter { (least...10_000).contains($0) }
        guard numbers.count == arguments.count, count.contains(numbers.count) else {
            throw .badSetting(word: word, rule: "a whole number from \(least) to 10000")
        }
        return numbers.map { Double($0) }
    }
}

/// A question on a terminal in line mode, which is answered by yes or no.
public enum Question {
    /// Whether Ctrl-C was pressed since the question was asked.
    private static let isInterrupted = Atomic(false)

    /// Reads the answer to a question that was just asked.
    ///
    /// - Parameter interrupted: is called where Ctrl-C was pressed or the input ended, to go to a new line.
    /// - Returns: whether the line says yes; an end of input and Ctrl-C say no.
    /// - Throws: what `interrupted` throws.
    public static func isAnsweredYes(whereInterrupted interrupted: () throws -> Void) throws -> Bool
    {
        isInterrupted.store(false, ordering: .relaxed)
        // The signal sets the flag instead of ending the program. The actions are ours while the calls run.
        var ours = sigaction()
        var before = sigaction()
        #if canImport(Glibc)
        unsafe ours.__sigaction_handler.sa_handler = { _ in
            Question.isInterrupted.store(true, ordering: .relaxed)
        }
        #else
        unsafe ours.__sigaction_u.__sa_handler = { _ in
            Question.isInterrupted.store(true, ordering: .relaxed)
        }
        #endif
        unsafe sigemptyset(&ours.sa_mask)
        unsafe sigaction(SIGINT, &ours, &before)
        defer { unsafe sigaction(SIGINT, &before, nil) }
        guard let line = nextLine() else {
            try interrupted()
            return false
        }
        let answer = line.split(whereSeparator: \.isWhitespace).joined().lowercased()
        return ["y", "yes"].contains(answer)
    }

    /// The next line of standard input; `nil` at its end, and where a signal came.
    ///
    /// The C library's streams would take an end for the end of all input.
    private static func nextLine() -> String? {
        var bytes: [UInt8] = []
        while true {
            // The signal may go to any thread: it need not end the wait of this one.
            var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            let isReady = unsafe poll(&input, 1, 50) > 0
            if isInterrupted.load(ordering: .relaxed) { return nil }
            guard isReady else { continue }
            var byte: UInt8 = 0
            // The kernel writes the one byte that it is given.
            guard unsafe read(0, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            if bytes.count < 1_000 { bytes.append(byte) }
        }
    }
}
