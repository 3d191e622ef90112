import ChipRendering
import FlowEngine
import Foundation
import TagService
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The cost of a picture per chip, and when drawing stops.
@Suite(.serialized) struct PictureCostTests {
    private static let small = 500
    private static let large = 8_000

    private static func picture(_ count: Int) async throws -> Picture {
        // Short and equal names keep the picture within the limits of PNG, and the cost per chip the same.
        try await Gallery((0..<count).map { "t\(10_000 + $0)" }).picture(width: 12_000)
    }

    /// The processor time of this thread for some work, in nanoseconds.
    private static func cost(_ work: () throws -> Void) throws -> Double {
        func now() -> Double {
            var time = timespec()
            _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
        let start = now()
        try work()
        return now() - start
    }

    private static func draw(_ picture: Picture, _ format: String) throws {
        switch format {
        case "svg": _ = SVGPicture(picture)
        case "outlines": _ = try SVGPicture(outlining: picture)
        case "html": _ = HTMLPicture(picture)
        case "pdf": _ = try PDFPicture(picture)
        default: _ = try PNGPicture(picture, scale: 0.25)
        }
    }

    /// Not a limit of time: a format whose cost grows faster than its chips could stop a server with one large set.
    @Test func `sixteen times the chips cost at most twice as much per chip`() async throws {
        let few = try await Self.picture(Self.small)
        let many = try await Self.picture(Self.large)
        for format in ["svg", "outlines", "html", "pdf", "png"] {
            var (small, large) = (Double.infinity, Double.infinity)
            // The best of several runs, since a machine that is busy makes single runs dearer.
            for _ in 0..<3 where large / Double(Self.large) >= 2 * small / Double(Self.small) {
                for _ in 0..<3 { small = min(small, try Self.cost { try Self.draw(few, format) }) }
                large = min(large, try Self.cost { try Self.draw(many, format) })
            }
            let ratio = (large / Double(Self.large)) / (small / Double(Self.small))
            #expect(ratio < 2, "\(format): a chip costs \(ratio) times as much among \(Self.large)")
        }
    }

    @Test(arguments: ["svg", "outlines", "html", "pdf", "png"]) func `drawing stops at the chip that cancels it`(
        format: String
    ) async throws {
        let picture = try await Self.picture(Self.small)
        var calls = 0
        func stop(_: Double) throws(PictureError) {
            calls += 1
            if calls == 10 { throw .cancelled }
        }
        #expect(throws: PictureError.cancelled) {
            switch format {
            case "svg": _ = try SVGPicture(picture, progress: stop)
            case "outlines": _ = try SVGPicture(outlining: picture, progress: stop)
            case "html": _ = try HTMLPicture(picture, progress: stop)
            case "pdf": _ = try PDFPicture(picture, progress: stop)
            default: _ = try PNGPicture(picture, scale: 0.25, progress: stop)
            }
        }
        #expect(calls == 10)
    }

    @Test func `a board that nobody waits for is not laid out`() async throws {
        let gallery = try await Gallery((0..<100).map { "tag \($0)" })
        let style = try PictureStyle(theme: .light)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await gallery.board(style)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
