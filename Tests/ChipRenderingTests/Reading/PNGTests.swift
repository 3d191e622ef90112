import ChipRendering
import Foundation
import Testing

@Suite struct PNGTests {
    @Test func `a picture has as many pixels as points times the scale`() async throws {
        let picture = try await Gallery(Gallery.habits).picture()
        for scale in [1.0, 1.5, 2, 8] {
            let raster = try Raster(png: PNGPicture(picture, scale: scale).bytes)
            #expect(raster.width == Int((picture.size.width * scale).rounded(.up)))
            #expect(raster.height == Int((picture.size.height * scale).rounded(.up)))
        }
    }

    @Test func `around the chips is the theme's background, or nothing`() async throws {
        var picture = try await Gallery(["a"], selected: ["a"]).picture(.dark)
        #expect(try Raster(png: PNGPicture(picture).bytes).pixel(0, 0) == [0x1C, 0x17, 0x14, 255])
        picture.theme.background = nil
        #expect(try Raster(png: PNGPicture(picture).bytes).pixel(0, 0) == [0, 0, 0, 0])
    }

    @Test func `a chip's face starts and ends at its frame`() async throws {
        let picture = try await Gallery(["a", "b"], selected: ["a"]).picture()
        let raster = try Raster(png: PNGPicture(picture).bytes)
        let frame = picture.chips[0].frame.offsetBy(dx: picture.margin, dy: picture.margin)
        let border = try #require(ThemeColor(hex: "#2457D6"))
        let middle = Int(frame.midX)
        #expect(raster.pixel(middle, Int(frame.minY)) == [border.blue, border.green, border.red, 255])
        #expect(raster.pixel(middle, Int(frame.minY) - 1) == [255, 255, 255, 255])
        #expect(raster.pixel(middle, Int(frame.maxY) - 1) == [border.blue, border.green, border.red, 255])
        #expect(raster.pixel(middle, Int(frame.maxY)) == [255, 255, 255, 255])
    }

    @Test func `emoji are in color`() async throws {
        let picture = try await Gallery(["❤️"]).picture()
        let raster = try Raster(png: PNGPicture(picture, scale: 4).bytes)
        let reds = stride(from: 0, to: raster.bytes.count, by: 4)
            .count { start in raster.bytes[start + 2] > 200 && raster.bytes[start + 1] < 90 && raster.bytes[start] < 90
            }
        #expect(reds > 500)
    }

    @Test func `a picture that is too large is refused in one line`() async throws {
        let picture = try await Gallery((0..<2_000).map { "tag \($0)" }).picture()
        let error = #expect(throws: PictureError.self) { try PNGPicture(picture, scale: 8) }
        #expect(error?.description.contains("\n") == false)
        #expect(try !PNGPicture(picture, scale: 1).bytes.isEmpty)
    }

    /// Golden pictures show what changed; recording them needs `TAGFLOW_RECORD=1` and fails the run.
    @Test(arguments: Theme.shippedNames) func `the habits look as they did`(name: String) async throws {
        let theme = try #require(Theme(named: name))
        let picture = try await Gallery(Gallery.habits, selected: ["锻炼 💪", "冥想 🧘"]).picture(theme, width: 420)
        let drawn = try PNGPicture(picture).bytes
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/Pictures/habits-\(name).png").standardizedFileURL
        if ProcessInfo.processInfo.environment["TAGFLOW_RECORD"] == "1" {
            try drawn.write(to: golden)
            Issue.record("recorded \(golden.lastPathComponent)")
        }
        let difference = try Raster(png: drawn).difference(from: Raster(png: Data(contentsOf: golden)))
        #expect(difference < 0.01)
    }
}
