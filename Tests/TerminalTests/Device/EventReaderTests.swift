import Foundation
import Glibc
import Testing

@testable import Terminal

/// The reader on a pipe, which is as good as a terminal for it.
@Suite struct EventReaderTests {
    private let input: WakePipe
    private let wake: WakePipe

    init() throws {
        input = try WakePipe()
        wake = try WakePipe()
    }

    private func reader() -> EventReader { EventReader(input: input.readEnd, pipe: wake, now: MonotonicTime.now) }

    private func send(_ text: String) throws { try SystemCall.writeAll(input.writeEnd, Array(text.utf8)) }

    @Test func `received events are returned one at a time, then nothing`() throws {
        var reader = reader()
        try send("ab")
        #expect(try reader.next(timeout: nil) == .key(KeyEvent(.character("a"))))
        #expect(try reader.next(timeout: nil) == .key(KeyEvent(.character("b"))))
        #expect(try reader.next(timeout: .zero) == nil)
        #expect(try reader.next(timeout: .milliseconds(5)) == nil)
        #expect(try reader.next(timeout: .seconds(-1)) == nil)
    }

    @Test func `a lone Esc becomes the Esc key without further input`() throws {
        var reader = reader()
        try send("\u{1B}")
        #expect(try reader.next(timeout: .zero) == nil)
        #expect(try reader.next(timeout: nil) == .key(KeyEvent(.escape)))
    }

    @Test func `a sequence in two reads is one key`() throws {
        var reader = reader()
        try send("\u{1B}[1;")
        #expect(try reader.next(timeout: .zero) == nil)
        try send("5A")
        #expect(try reader.next(timeout: nil) == .key(KeyEvent(.up, .control)))
    }

    @Test func `Ctrl-C leaves a paste without an end once it was silent for a while`() throws {
        var time = Duration.seconds(5)
        var reader = EventReader(input: input.readEnd, pipe: wake, now: { time })
        try send("\u{1B}[200~some text")
        #expect(try reader.next(timeout: .zero) == nil)
        time += EventReader.pasteSilence - .milliseconds(1)
        try send("\u{3}")
        #expect(try reader.next(timeout: .zero) == nil)
        time += EventReader.pasteSilence
        try send("\u{3}")
        #expect(try reader.next(timeout: .zero) == .key(.control("c")))
    }

    @Test func `waking from another thread ends a wait that has no limit`() throws {
        var reader = reader()
        let waker = TerminalWaker(pipe: wake)
        // A task would wait for a thread of the pool, and this test holds one.
        Thread.detachNewThread {
            waker.wakeUp()
            waker.wakeUp()
        }
        #expect(try reader.next(timeout: nil) == .wakeUp)
    }

    @Test func `a pipe that nobody drains never blocks who wakes`() throws {
        for _ in 0..<100_000 { wake.signal(.user) }
        wake.signal(.resize)
        var reader = reader()
        #expect(try reader.next(timeout: nil) == .wakeUp)
        #expect(try reader.next(timeout: .zero) == nil)
    }
}
