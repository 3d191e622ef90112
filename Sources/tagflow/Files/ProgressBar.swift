import Synchronization
import TerminalFrontEnd
import TextMeasurement

/// A progress bar on standard error for work that takes longer than half a second.
///
/// ```
/// import [###############...............] 50 %  3.4 of 6.8 MB
/// ```
final class ProgressBar: Sendable {
    private let title: String
    private let isShown: Bool
    private let started = ContinuousClock.now
    private let drawn = Mutex(-1)
    private static let width = 30

    init(title: String, isShown: Bool) {
        self.title = title
        self.isShown = isShown
    }

    /// Shows the completed share, from 0 to 1; redraws only if the bar has changed.
    ///
    /// - Parameters:
    ///   - share: the share.
    ///   - count: the completed and the total amount.
    func show(_ share: Double, _ count: @autoclosure () -> String = "") {
        guard isShown else { return }
        let step = Int((min(max(share, 0), 1) * Double(Self.width)).rounded(.down))
        let isNew = drawn.withLock { last in
            guard step != last, ContinuousClock.now - started > .milliseconds(500) else { return false }
            last = step
            return true
        }
        guard isNew else { return }
        let bar = String(repeating: "#", count: step) + String(repeating: ".", count: Self.width - step)
        let amount = count()
        let end = amount.isEmpty ? "" : "  \(amount)"
        write("\r\(title) [\(bar)] \(Int(share * 100)) %\(end)\u{1B}[K")
    }

    /// Clears the bar.
    func end() { if drawn.withLock({ $0 }) >= 0 { write("\r\u{1B}[K") } }

    private func write(_ text: PrintableText) { ByteStream(descriptor: 2).printIfPossible(text) }
}
