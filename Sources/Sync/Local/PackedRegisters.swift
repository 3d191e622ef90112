internal import TagCore

/// The registers of a thing with their marks, as a blob.
///
/// Most registers of a thing have one stamp, or none, and one mark. So the blob begins with the distinct pairs of stamp and
/// mark, which the registers refer to:
///
/// ```
/// count of pairs, per pair: milliseconds, counter, 8 bytes of the device (only if the stamp isn't 0), source and flags
/// per register: field and kind of value (one byte), index of its pair (only if there are several), argument, value
/// ```
///
/// Numbers are in groups of seven bits; other things are the numbers of their rows in `sync_thing`.
package enum PackedRegisters {
    /// The registers of a thing.
    package typealias Fields = [RegisterField: StampedValue]
    /// Their marks.
    package typealias Marks = [RegisterField: RegisterMark]

    private struct Origin: Hashable {
        let stamp: Stamp
        let mark: RegisterMark
    }

    /// Encodes a thing's registers.
    ///
    /// - Parameters:
    ///   - fields: The registers.
    ///   - marks: Their marks.
    ///   - number: Returns the number of another thing.
    /// - Returns: The blob.
    package static func bytes(_ fields: Fields, _ marks: Marks, number: (ThingID) -> Int64) -> [UInt8] {
        var origins: [Origin: Int] = [:]
        var list: [Origin] = []
        let registers = fields.sorted { $0.key < $1.key }
            .map { field, content in
                let origin = Origin(stamp: content.stamp, mark: marks[field] ?? RegisterMark())
                let index = origins[origin] ?? list.count
                if index == list.count {
                    origins[origin] = index
                    list.append(origin)
                }
                return (field: field, value: content.value, origin: index)
            }
        var writer = ByteWriter()
        writer.write(list.count)
        for origin in list { write(origin, to: &writer) }
        for register in registers {
            writer.bytes.append(register.field.code << 3 | register.value.code)
            if list.count > 1 { writer.write(register.origin) }
            switch register.field.argument {
            case .none: break
            case .thing(let thing): writer.write(Int(number(thing)))
            case .text(let text): writer.write(text.text)
            }
            write(register.value, to: &writer, number)
        }
        return writer.bytes
    }

    private static func write(_ origin: Origin, to writer: inout ByteWriter) {
        let isStamped = origin.stamp != .zero
        var flags = (isStamped ? 1 : 0) | (origin.mark.isUnsent ? 2 : 0)
        if case .file(let number) = origin.mark.source { flags |= (Int(number) + 1) << 2 }
        writer.write(flags)
        guard isStamped else { return }
        writer.write(Int(truncatingIfNeeded: origin.stamp.milliseconds))
        writer.write(Int(truncatingIfNeeded: origin.stamp.counter))
        writer.write(origin.stamp.device.number)
    }

    private static func write(_ value: RegisterValue, to writer: inout ByteWriter, _ number: (ThingID) -> Int64) {
        switch value {
        case .empty, .flag: break
        // Small negative numbers are short, too.
        case .number(let value): writer.write(Int(truncatingIfNeeded: value << 1 ^ value >> 63))
        case .text(let text): writer.write(text.text)
        case .position(let position):
            writer.write(position.digits.count)
            writer.bytes += position.digits
        case .thing(let thing): writer.write(Int(number(thing)))
        case .things(let things):
            writer.write(things.count)
            for thing in things { writer.write(Int(number(thing))) }
        }
    }

    /// Decodes a blob.
    ///
    /// - Parameters:
    ///   - bytes: The blob.
    ///   - kind: The kind of the thing.
    ///   - thing: Returns the thing with a number.
    /// - Returns: The registers; `nil` for bytes that ``bytes(_:_:number:)`` can't have written.
    package static func registers(
        _ bytes: [UInt8], of kind: ThingKind, thing: (Int64) -> ThingID?
    ) -> (fields: Fields, marks: Marks)? {
        guard !bytes.isEmpty else { return ([:], [:]) }
        var reader = ByteReader(bytes: bytes)
        guard let count = reader.number(), count > 0, count <= bytes.count else { return nil }
        var origins: [Origin] = []
        for _ in 0..<count {
            guard let origin = origin(&reader) else { return nil }
            origins.append(origin)
        }
        var (fields, marks): (Fields, Marks) = ([:], [:])
        while !reader.isAtEnd {
            guard let byte = reader.bytes(1)?.first, let index = count > 1 ? reader.number() : 0, index < count,
                let argument = argument(byte >> 3, &reader, thing),
                let field = RegisterField(code: byte >> 3, argument), let value = value(byte & 7, &reader, thing),
                field.belongs(to: kind), field.allows(value)
            else { return nil }
            guard fields.updateValue(StampedValue(origins[index].stamp, value), forKey: field) == nil else {
                return nil
            }
            marks[field] = origins[index].mark
        }
        return (fields, marks)
    }

    private static func origin(_ reader: inout ByteReader) -> Origin? {
        guard let flags = reader.number() else { return nil }
        let source = flags >> 2
        let mark = RegisterMark(isUnsent: flags & 2 != 0, source: source == 0 ? .own : .file(Int64(source) - 1))
        guard flags & 1 != 0 else { return Origin(stamp: .zero, mark: mark) }
        guard let milliseconds = reader.wideNumber(), let counter = reader.wideNumber(), let device = reader.fixed64()
        else { return nil }
        return Origin(stamp: Stamp(milliseconds: milliseconds, counter: counter, device: DeviceID(device)), mark: mark)
    }

    private static func argument(
        _ code: UInt8, _ reader: inout ByteReader, _ thing: (Int64) -> ThingID?
    ) -> RegisterField.Argument? {
        switch code {
        case 10, 18, 19, 22: reader.number().flatMap { thing(Int64($0)) }.map { .thing($0) }
        case 11, 17, 21, 26: reader.text().map { .text(ExactText($0)) }
        default: RegisterField.Argument.none
        }
    }

    private static func value(_ code: UInt8, _ reader: inout ByteReader, _ thing: (Int64) -> ThingID?) -> RegisterValue?
    {
        switch code {
        case 0: .empty
        case 1: .flag(false)
        case 2: .flag(true)
        case 3: reader.wideNumber().map { .number(Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1)) }
        case 4: reader.text().map { .text(ExactText($0)) }
        case 5:
            reader.number().flatMap { reader.bytes($0) }.flatMap { MemberPosition(digits: Array($0)) }
                .map { .position($0) }
        case 6: reader.number().flatMap { thing(Int64($0)) }.map { .thing($0) }
        default: nil
        }
    }
}

extension RegisterValue {
    /// The number of the kind of value in a blob, less than 8.
    fileprivate var code: UInt8 {
        switch self {
        case .empty: 0
        case .flag(false): 1
        case .flag(true): 2
        case .number: 3
        case .text: 4
        case .position: 5
        case .thing: 6
        case .things: 7
        }
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes += text.utf8
    }

    /// Writes 8 bytes, lowest first.
    fileprivate mutating func write(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

extension ByteReader {
    fileprivate mutating func text() -> String? {
        number().flatMap { bytes($0) }.flatMap { String(validating: $0, as: UTF8.self) }
    }

    fileprivate mutating func fixed64() -> UInt64? { bytes(8)?.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
}
