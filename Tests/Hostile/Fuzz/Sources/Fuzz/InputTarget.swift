import Foundation
import Terminal

/// The decoder of a terminal's input with its pastes, and the line editor that receives the events.
///
/// The first byte says how the bytes are split into reads: the split may only change where a text or a paste
/// ends. Afterwards a separate Ctrl-C must arrive, regardless of earlier input.
enum InputTarget {
    static func take(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let input = Array(bytes.dropFirst())
        var decoder = InputDecoder(pasteLimit: 64)
        var editor = LineEditor(allowsNewlines: choice & 1 != 0)
        for start in stride(from: 0, to: input.count, by: Int(choice >> 1) % 7 + 1) {
            let end = min(start + Int(choice >> 1) % 7 + 1, input.count)
            for event in decoder.decode(input[start..<end]) { _ = editor.update(event) }
        }
        for event in decoder.flush() { _ = editor.update(event) }
        require(editor.cursor >= 0 && editor.cursor <= editor.text.count, "the cursor is in the text")
        let isHarmless = editor.text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar.properties.generalCategory != .control
        }
        require(isHarmless, "the editor's text holds no control")
        require(
            decoder.decode([0x03], afterSilence: true) == [.key(.control("c"))],
            "Ctrl-C arrives regardless of earlier input")
    }
}
