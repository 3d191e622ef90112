/// Parsing of YAML timestamps, such as `2020-08-18 13:14:06 +02:00`, as they appear in front matter.
///
/// Like YAML 1.1, it accepts a day alone, `T` or white space before the time, one digit for month, day and hour, and white
/// space before an offset. Unlike YAML, a time without an offset is in the local zone, seconds may be missing, and an
/// offset may be written without a colon: `+0200`.
enum YAMLTimestamp {
    /// Parses a timestamp as milliseconds since 1970, or returns `nil` if the text isn't one.
    static func milliseconds(in text: String, zone: LocalZone) -> Int64? {
        var reader = TimestampReader(text.utf8)
        guard let days = day(&reader) else { return nil }
        var (time, offset): (Int64, Int64?) = (0, nil)
        if !reader.isAtEnd {
            let isTime = reader.consume("T") || reader.consume("t") || reader.skipSpaces()
            guard isTime, let found = self.time(&reader) else { return nil }
            time = found
            _ = reader.skipSpaces()
            if !reader.isAtEnd {
                guard let found = reader.looseOffset(), reader.isAtEnd else { return nil }
                offset = found
            }
        }
        let local = days * 24 * 60 * 60_000 + time
        let milliseconds = offset.map { local - $0 * 60_000 } ?? zone.milliseconds(ofLocal: local)
        return Timestamp.range.contains(milliseconds) ? milliseconds : nil
    }

    /// Returns the day in days since 1970.
    private static func day(_ reader: inout TimestampReader) -> Int64? {
        guard let year = reader.number(digits: 4), reader.consume("-"), let month = reader.number(upTo: 2),
            reader.consume("-"), let day = reader.number(upTo: 2)
        else { return nil }
        return CalendarDay(year: year, month: month, day: day)?.number
    }

    /// Returns the time of day in milliseconds.
    private static func time(_ reader: inout TimestampReader) -> Int64? {
        guard let hour = reader.number(upTo: 2), hour < 24, reader.consume(":"), let minute = reader.number(digits: 2),
            minute < 60
        else { return nil }
        let minutes = hour * 60 + minute
        guard reader.consume(":") else { return minutes * 60_000 }
        guard let second = reader.number(digits: 2), second < 60, let fraction = reader.fraction() else { return nil }
        return (minutes * 60 + second) * 1_000 + fraction
    }
}
