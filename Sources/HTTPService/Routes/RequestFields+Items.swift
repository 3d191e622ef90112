internal import JSON
internal import TagService

/// The fields of a bulk change of items.
extension RequestFields {
    /// Returns the items of a bulk change: those that match the query `q`, or those in `ids`.
    func items() throws -> ItemChoice {
        if let query = try optionalString("q") {
            guard !has("ids") else { throw Problem.field("/ids", "'ids' can't be combined with 'q'") }
            return .matching(ItemQuery(query))
        }
        guard has("ids") else { throw Problem.field("", "the body needs 'q', a query, or 'ids', a list of numbers") }
        return .ids(try identifiers())
    }

    /// Returns the numbers of items in `ids`.
    func identifiers() throws -> [Int64] {
        guard case .list(let values) = value("ids") else {
            throw Problem.field("/ids", "'ids' must be a list of numbers")
        }
        return try values.enumerated()
            .map { index, value in
                guard let id = value.integer else {
                    throw Problem.field("/ids/\(index)", "'ids' must be a list of numbers")
                }
                return Int64(id)
            }
    }

    /// Returns a probability; `nil` if the field is missing.
    func probability(_ name: String) throws -> Double? {
        guard has(name) else { return nil }
        guard let number = value(name)?.number, (0...1).contains(number) else {
            throw Problem.field("/\(name)", "'\(name)' must be a number from 0 to 1")
        }
        return number
    }
}
