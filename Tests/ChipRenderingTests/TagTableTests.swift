import ChipRendering
import FlowEngine
import Foundation
import TagService
import Testing

@Suite struct TagTableTests {
    @Test func `signs are escaped and quoted even with a combining mark`() throws {
        let service = try TagService(.memory, concurrency: .serial)
        try service.sets.addTags(["a,\u{301}b", "c\"\u{301}", "[\u{301}x"])
        let board = try service.sets.board(BoardRequest(width: 80) { CGSize(width: $0.label.width, height: 1) })
        #expect(
            TagTable.csv(board) == """
                tag,selected
                "a,\u{301}b",false
                "c""\u{301}",false
                [\u{301}x,false

                """)
        #expect(TagTable.markdown(board).contains("- [ ] \\[\u{301}x\n"))
    }
}
