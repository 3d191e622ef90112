/// The registers of a store's file as lines of JSON.
///
/// The first line describes the file: the name of its device, the time in milliseconds since 1970, and the files that a base
/// replaces. Each other line has registers of one thing with one stamp: the first letter of the kind and the id, the stamp, and
/// pairs of a field and its value. A stamp is 0, or milliseconds, counter and, for changes after the set-up, the device.
///
/// ```
/// ["laptop",1764400000000,[]]
/// ["t8b0…",0,"name","sea"]
/// ["i3f5…",[1764400000000,0,"00000000000000a1"],"title","Beach","tag",["8b0…"],"-tag",["77c…"]]
/// ```
///
/// Elements of a list (tags, aliases, members …) are together: `tag` lists those that were turned on, and `-tag` those that were
/// turned off. Readers ignore fields that they don't know; anything else that isn't as described damages the file.
package enum RegisterLines {
    /// The first line of a file.
    package struct Header: Hashable, Sendable {
        /// The name of the device.
        package let deviceName: String
        /// When the file was written, in milliseconds since 1970 by the device's clock.
        package let date: UInt64
        /// The files that a base replaces.
        package let replaced: [StoreFileName]

        package init(deviceName: String, date: UInt64, replaced: [StoreFileName] = []) {
            self.deviceName = deviceName
            self.date = date
            self.replaced = replaced
        }

        /// The header as a line.
        package var line: [UInt8] {
            var line: [UInt8] = []
            let names = replaced.sorted().map { SyncJSON.text($0.path) }
            SyncJSON.list([.text(deviceName), .number(Int64(clamping: date)), .list(names)]).write(to: &line)
            return line
        }

        /// Parses a line; returns `nil` if it isn't a header.
        package init?(line: ArraySlice<UInt8>) {
            guard let values = SyncJSON(line: line)?.list, values.count >= 3, let name = values[0].text,
                RegisterLimit.isDeviceName(name), let date = values[1].number, date >= 0, let paths = values[2].list
            else { return nil }
            let replaced = paths.compactMap { $0.text.flatMap { StoreFileName(path: $0) } }
            guard replaced.count == paths.count else { return nil }
            self.init(deviceName: name, date: UInt64(date), replaced: replaced)
        }
    }

    // MARK: Writing

    /// Returns the lines of registers: one for each thing and stamp, in the order of the things.
    ///
    /// A line that wouldn't fit into a segment is divided by fields, so only a single register could be too long.
    package static func lines(_ registers: [Register]) -> [[UInt8]] {
        struct Place: Hashable {
            let thing: ThingID
            let stamp: Stamp
        }
        let places = Dictionary(grouping: registers) { Place(thing: $0.key.thing, stamp: $0.content.stamp) }
        return places.sorted { ($0.key.thing, $0.key.stamp) < ($1.key.thing, $1.key.stamp) }
            .flatMap { place, registers in
                lines(place.thing, place.stamp, registers.sorted { $0.key.field < $1.key.field }[...])
            }
    }

    private static func lines(_ thing: ThingID, _ stamp: Stamp, _ registers: ArraySlice<Register>) -> [[UInt8]] {
        let line = line(thing, stamp, registers)
        guard line.count >= SegmentSplitter.limit, registers.count > 1 else { return [line] }
        let middle = registers.startIndex + registers.count / 2
        return lines(thing, stamp, registers[..<middle]) + lines(thing, stamp, registers[middle...])
    }

    private static func line(_ thing: ThingID, _ stamp: Stamp, _ registers: ArraySlice<Register>) -> [UInt8] {
        var values: [SyncJSON] = [.text(thing.kind.letter + thing.text), json(stamp)]
        var lists: [(name: String, values: [SyncJSON])] = []
        for register in registers {
            let (field, value) = (register.key.field, register.content.value)
            let name = RegisterField.names[Int(field.code)]
            guard let element = element(of: field, value) else {
                values += [.text(name), json(value)]
                continue
            }
            let list = value == .empty ? "-\(name)" : name
            if let index = lists.firstIndex(where: { $0.name == list }) {
                lists[index].values += element
            } else {
                lists.append((list, element))
            }
        }
        for (name, elements) in lists { values += [.text(name), .list(elements)] }
        var line: [UInt8] = []
        SyncJSON.list(values).write(to: &line)
        return line
    }

    private static func json(_ stamp: Stamp) -> SyncJSON {
        guard stamp != .zero else { return .number(0) }
        let time: [SyncJSON] = [.number(Int64(clamping: stamp.milliseconds)), .number(Int64(clamping: stamp.counter))]
        return .list(stamp.device.number == 0 ? time : time + [.text(hexadecimal(stamp.device.number))])
    }

    private static func json(_ value: RegisterValue) -> SyncJSON {
        switch value {
        case .empty, .things: .null
        case .flag(let isOn): .flag(isOn)
        case .number(let number): .number(number)
        case .text(let text): .text(text.text)
        case .position(let position): .text(hexadecimal(position.digits))
        case .thing(let thing): .text(thing.text)
        }
    }

    /// Returns the elements of a list that describe a register; `nil` for a field that isn't an element of a list.
    private static func element(of field: RegisterField, _ value: RegisterValue) -> [SyncJSON]? {
        switch (field.argument, value) {
        case (.none, _): nil
        case (.thing(let thing), .position): [.text(thing.text), json(value)]
        case (.thing(let thing), _): [.text(thing.text)]
        // The key of an alias follows from its name.
        case (.text(let text), .text(let name)):
            field.isAlias ? [.text(name.text)] : [.text(text.text), .text(name.text)]
        case (.text(let text), _): [.text(text.text)]
        }
    }

    // MARK: Reading

    /// Parses a line after the first; returns `nil` if it isn't as described.
    package static func registers(line: ArraySlice<UInt8>) -> [Register]? {
        guard let values = SyncJSON(line: line)?.list, values.count >= 2, values.count.isMultiple(of: 2),
            let thing = values[0].text.flatMap(thing), let stamp = stamp(values[1])
        else { return nil }
        var registers: [Register] = []
        for index in stride(from: 2, to: values.count, by: 2) {
            guard let name = values[index].text else { return nil }
            let isOff = name.hasPrefix("-")
            guard let code = RegisterField.codes[isOff ? String(name.dropFirst()) : name] else { continue }
            guard let found = contents(code, values[index + 1], isOff: isOff) else { return nil }
            for (field, value) in found {
                guard field.belongs(to: thing.kind), field.hasValidArgument, field.allows(value) else { return nil }
                registers.append(Register(RegisterKey(thing, field), StampedValue(stamp, value)))
            }
        }
        return registers
    }

    private static func thing(_ text: String) -> ThingID? {
        guard let kind = ThingKind.allCases.first(where: { text.hasPrefix($0.letter) }) else { return nil }
        return ThingID(kind: kind, text: text.dropFirst())
    }

    private static func stamp(_ value: SyncJSON) -> Stamp? {
        if value == .number(0) { return .zero }
        guard let parts = value.list, (2...3).contains(parts.count), let time = parts[0].number,
            let counter = parts[1].number, (0...RegisterLimit.time).contains(time),
            (0...RegisterLimit.counter).contains(counter)
        else { return nil }
        let device = parts.count == 2 ? DeviceID(0) : parts[2].text.flatMap { DeviceID(folderName: $0) }
        return device.map { Stamp(milliseconds: UInt64(time), counter: UInt64(counter), device: $0) }
    }

    private static func contents(_ code: UInt8, _ value: SyncJSON, isOff: Bool) -> [(RegisterField, RegisterValue)]? {
        if let field = RegisterField(code: code, .none) {
            guard !isOff, let value = simple(field, value) else { return nil }
            return [(field, value)]
        }
        guard let elements = value.list else { return nil }
        let texts = elements.compactMap(\.text)
        guard texts.count == elements.count else { return nil }
        let name = RegisterField.names[Int(code)]
        let isPaired = !isOff && ["member", "setting", "connection"].contains(name)
        guard !isPaired || texts.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: texts.count, by: isPaired ? 2 : 1)
            .reduce(into: []) { found, index in
                let argument = argument(name, texts[index], isOff: isOff)
                guard let field = argument.flatMap({ RegisterField(code: code, $0) }),
                    let value = isOff ? .empty : element(name, texts[index], isPaired ? texts[index + 1] : "")
                else {
                    found = nil
                    return
                }
                found?.append((field, value))
            }
    }

    private static func argument(_ name: String, _ text: String, isOff: Bool) -> RegisterField.Argument? {
        switch name {
        case "alias": .text(ExactText(isOff ? text : foldedKey(text)))
        case "dismissed", "setting", "connection": .text(ExactText(text))
        default: ThingID(kind: .tag, text: text).map { .thing($0) }
        }
    }

    private static func element(_ name: String, _ text: String, _ second: String) -> RegisterValue? {
        switch name {
        case "alias": .string(text)
        case "setting", "connection": .string(second)
        case "member": position(second)
        default: .flag(true)
        }
    }

    private static func position(_ text: String) -> RegisterValue? {
        bytes(hexadecimal: text).flatMap { MemberPosition(digits: $0) }.map { .position($0) }
    }

    private static func simple(_ field: RegisterField, _ value: SyncJSON) -> RegisterValue? {
        switch value {
        case .null: return .empty
        case .flag(let isOn): return .flag(isOn)
        case .number(let number): return .number(number)
        case .text(let text):
            switch field {
            case .set: return ThingID(kind: .set, text: text).map { .thing($0) }
            case .mergedInto, .target: return ThingID(kind: .tag, text: text).map { .thing($0) }
            case .place: return position(text)
            default: return .string(text)
            }
        case .list: return nil
        }
    }
}

/// The largest values of registers: those that rows can have, so that a file of a damaged or hostile device can't write others.
package enum RegisterLimit {
    /// The milliseconds of a stamp: the end of the year 9999.
    static let time: Int64 = 253_402_300_799_999
    /// The counter of a stamp, which leaves room for any number of later ones.
    static let counter: Int64 = 1 << 62
    /// The times of items, from the year 0 to the year 9999.
    static let times: ClosedRange<Int64> = -62_167_219_200_000...time
    /// The days of items.
    static let days: ClosedRange<Int64> = -719_529...2_932_897
    /// The bytes of a name, title or location.
    static let name = 11_000
    /// The bytes of a note.
    static let note = 128 << 10
    /// The bytes of a set's or rule's kind.
    static let word = 100
    /// The bytes of a tag's description.
    static let description = 1_000
    /// The colors of tags.
    package static let colors = ["red", "orange", "yellow", "green", "blue", "purple", "gray"]
    /// The bytes of the query of a view or rule.
    static let query = 10_000
    /// The uses of a tag that another program counted.
    static let uses: ClosedRange<Int64> = 0...1 << 62
    /// The digits of a position.
    static let position = 65_536

    /// The maximum length of a device's name in characters.
    package static let deviceName = 100

    /// Returns whether a text can be the name of a device, which has no control characters.
    package static func isDeviceName(_ name: String) -> Bool {
        name.utf8.count <= Self.name && (1...deviceName).contains(name.count)
            && !name.unicodeScalars.contains { $0.value < 32 }
    }
}

extension ThingKind {
    /// The letter of the kind in files.
    fileprivate var letter: String {
        switch self {
        case .item: "i"
        case .tag: "t"
        case .set: "s"
        case .view: "v"
        case .rule: "r"
        }
    }
}

extension ThingID {
    /// Parses 32 hexadecimal digits; returns `nil` for anything else.
    fileprivate init?(kind: ThingKind, text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == 32, let bytes = bytes(hexadecimal: text) else { return nil }
        let number = { (bytes: ArraySlice<UInt8>) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(kind: kind, high: number(bytes[..<8]), low: number(bytes[8...]))
    }
}

extension RegisterField { fileprivate var isAlias: Bool { if case .alias = self { true } else { false } } }

/// Returns bytes as hexadecimal digits.
private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Parses pairs of lowercase hexadecimal digits; returns `nil` for anything else.
private func bytes(hexadecimal text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text.utf8 {
        let value: UInt8
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
        default: return nil
        }
        if let first = high {
            bytes.append(first << 4 | value)
            high = nil
        } else {
            high = value
        }
    }
    return high == nil ? bytes : nil
}
