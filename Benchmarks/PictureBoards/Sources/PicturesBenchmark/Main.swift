import ChipRendering
import Foundation
import TagService

/// Measures a board of 10,000 tags whose sizes are in the cache against one whose sizes must be measured.
///
/// Cold and warm boards take turns in one run, on a database in a file; the medians are compared.
@main enum Main {
    static let tags = 10_000
    static let rounds = 9
    /// How many times faster a warm board must be.
    static let bar = 10.0

    static func main() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tagflow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let service = try TagService(
            StoreLocation(path: folder.appendingPathComponent("tags.sqlite").path), concurrency: .serial)
        try service.sets.addTags(names)
        var (cold, warm): ([Duration], [Duration]) = ([], [])
        for _ in 0..<rounds {
            try service.maintenance.clearMeasurements()
            // A new style has measured nothing, so that Pango's own caches are cold as well.
            let style = try PictureStyle(theme: .light)
            cold.append(try timeOfBoard(of: service, style))
            warm.append(try timeOfBoard(of: service, style))
        }
        let (slow, fast) = (median(cold), median(warm))
        let ratio = slow / fast
        print(
            "| a board of \(tags) tags, warm | \(text(fast)) ms | cold: \(text(slow)) ms | "
                + "\(ratio.formatted(.number.precision(.fractionLength(1)))) times faster | at least \(Int(bar)) |")
        if ratio < bar { exit(1) }
    }

    /// Labels of several scripts, no two alike.
    private static var names: [String] {
        let words = ["reading", "标签", "Ετικέτα", "वर्ग", "وسم", "running 💪", "efficient", "日本語", "Ångström", "русский"]
        return (0..<tags).map { "\(words[$0 % words.count]) \($0)" }
    }

    private static func timeOfBoard(of service: TagService, _ style: PictureStyle) throws -> Duration {
        let request = style.request(width: 640)
        let start = ContinuousClock.now
        let board = try service.sets.board(request, of: .chosen, measurer: style.measurer)
        let time = ContinuousClock.now - start
        precondition(board.chips.count == tags, "the board lacks chips")
        return time
    }

    private static func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

    private static func text(_ time: Duration) -> String {
        (time / .milliseconds(1)).formatted(.number.precision(.fractionLength(1)))
    }
}
