/// A day of the proleptic Gregorian calendar.
struct CalendarDay {
    let year: Int64
    let month: Int64
    let day: Int64

    /// January 1 of the year 1, in days since 1970.
    static let first: Int64 = -719_162

    /// Creates the day of a date, or returns `nil` if the calendar doesn't have it.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, in: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day with a number of days since 1970, which must not be before the year 1.
    init(number: Int64) {
        let days = number - Self.first
        // The estimate assumes 366 days per year, so it's never too late and at most 20 years too
        // early.
        var year = days / 366 + 1
        while Self.days(before: year + 1) <= days { year += 1 }
        var rest = days - Self.days(before: year)
        var month: Int64 = 1
        while rest >= Self.length(ofMonth: month, in: year) {
            rest -= Self.length(ofMonth: month, in: year)
            month += 1
        }
        self.year = year
        self.month = month
        day = rest + 1
    }

    /// The number of days since 1970.
    var number: Int64 {
        let months = (1..<month).reduce(0) { $0 + Self.length(ofMonth: $1, in: year) }
        return Self.first + Self.days(before: year) + months + day - 1
    }

    /// Returns the number of days from the year 1 to the beginning of a year.
    private static func days(before year: Int64) -> Int64 {
        let past = year - 1
        return past * 365 + past / 4 - past / 100 + past / 400
    }

    private static func length(ofMonth month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
