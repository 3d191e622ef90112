import Testing

@testable import Sync

@Suite struct StoreFileNameTests {
    @Test func `a name is written and parsed`() throws {
        let path = "devices/00000000000000a1/12-00000000000000b2.seg"
        let name = try #require(StoreFileName(path: path))
        #expect(name == StoreFileName(device: DeviceID(0xA1), number: 12, random: 0xB2, kind: .segment))
        #expect(name.path == path)
        let base = StoreFileName(device: DeviceID(.max), number: .max, random: .max, kind: .base)
        #expect(base.path == "devices/ffffffffffffffff/9223372036854775807-ffffffffffffffff.base")
        #expect(StoreFileName(path: base.path) == base)
    }

    @Test(arguments: [
        "", "/", "devices", "tagflow-sync.json", "devices/00000000000000a1/", "devices/00000000000000a1/12.seg",
        "devices/00000000000000a1/012-00000000000000b2.seg", "devices/00000000000000a1/+12-00000000000000b2.seg",
        "devices/00000000000000a1/12-00000000000000B2.seg", "devices/00000000000000A1/12-00000000000000b2.seg",
        "devices/00000000000000a1/12-b2.seg", "devices/a1/12-00000000000000b2.seg",
        "devices/00000000000000a1/12-00000000000000b2.sync-conflict-20261129-084512-ABCDEFG.seg",
        "devices/00000000000000a1/12-00000000000000b2 (1).seg", "devices/00000000000000a1/12-00000000000000b2.SEG",
        "devices/00000000000000a1/.12-00000000000000b2.seg", "devices/00000000000000a1/../12-00000000000000b2.seg",
        "devices/0000000000000000/12-00000000000000b2.seg", "Devices/00000000000000a1/12-00000000000000b2.seg",
        "devices/00000000000000a1/99999999999999999999-00000000000000b2.seg", "devices/00000000000000a1/1-.seg",
        "devices/00000000000000a1/0-00000000000000b2.seg", "devices/00000000000000a1/1-00000000000000b2.base.seg",
        "devices/00000000000000a1/1-00000000000000b2.", "devices/00000000000000a1/1.00000000000000b2-seg",
    ]) func `a name that tagflow doesn't write isn't one`(path: String) { #expect(StoreFileName(path: path) == nil) }

    @Test func `names are ordered by device, then number`() {
        let names = [9, 10, 100].map { StoreFileName(device: DeviceID(1), number: $0, kind: .segment) }
        #expect(names.shuffled().sorted() == names)
        #expect(names[2] < StoreFileName(device: DeviceID(2), number: 1, kind: .base))
    }

    @Test func `two files of a device and its clone have different names`() {
        let names = Set((0..<100).map { _ in StoreFileName(device: DeviceID(1), number: 1, kind: .segment) })
        #expect(names.count == 100)
    }
}
