internal import Foundation
internal import Logging
internal import TagStore
internal import TextMeasurement

/// A noun of the service, such as ``TagService/items``: its methods, over the service's store.
protocol ServicePart {
    /// The service that owns the store.
    var service: TagService { get }
}

extension ServicePart {
    var store: TagStore { service.store }
    var measurer: any TextMeasurer { service.measurer }
    var logger: Logger { service.logger }
    var now: @Sendable () -> Date { service.now }
    var milliseconds: Int64 { service.milliseconds }

    /// Runs a read that gets the set of a reference.
    ///
    /// The board of a daily set first becomes that of today.
    func reading<Result>(_ reference: SetReference, _ body: (StoreReader, SetRow) throws -> Result) throws -> Result {
        let result = try store.read { reader -> Result? in
            let set = try Self.set(reference, in: reader)
            return service.isBoardOutdated(set) ? nil : .some(try body(reader, set))
        }
        if let result { return result }
        try service.sets.startDay(of: reference)
        return try store.read { try body($0, Self.set(reference, in: $0)) }
    }

    /// Runs a write that gets the set of a reference; that of an entrance is created if necessary.
    ///
    /// The board of a daily set first becomes that of today.
    func writing<Result>(_ reference: SetReference, _ body: (StoreWriter, SetRow) throws -> Result) throws -> Result {
        try writing { writer in
            let set = try Self.set(reference, with: writer)
            if service.isBoardOutdated(set) { try writer.startDay(service.today, of: set) }
            return try body(writer, set)
        }
    }

    /// Runs a write transaction and logs its duration.
    func writing<Result>(_ body: (StoreWriter) throws -> Result) throws -> Result { try service.write(body) }
}

extension TagService: ServicePart { var service: TagService { self } }

extension TagService {
    /// Tags everywhere: their names, aliases, implications, near duplicates and synonyms.
    public struct Tags: Sendable, ServicePart { package let service: TagService }

    /// Items: saving, finding, editing and counting them, and saved views.
    public struct Items: Sendable, ServicePart { package let service: TagService }

    /// Tag sets: their members, layout settings and boards.
    public struct Sets: Sendable, ServicePart { package let service: TagService }

    /// The tags of a set that are on.
    public struct Selection: Sendable, ServicePart { package let service: TagService }

    /// Suggested tags, and the models they come from.
    public struct Suggestions: Sendable, ServicePart { package let service: TagService }

    /// Reviews: going through items one at a time, and finding the items that a tag fits.
    public struct Review: Sendable, ServicePart { package let service: TagService }

    /// Rules that add tags to items that match a query.
    public struct Rules: Sendable, ServicePart { package let service: TagService }

    /// Imports and exports.
    public struct Files: Sendable, ServicePart { package let service: TagService }

    /// The changes that can be undone and redone.
    public struct UndoLog: Sendable, ServicePart { package let service: TagService }

    /// Checks, backups and recovery of the database.
    public struct Maintenance: Sendable, ServicePart { package let service: TagService }

    /// Access tokens of the HTTP service.
    public struct Tokens: Sendable, ServicePart { package let service: TagService }

    /// Webhooks and their deliveries.
    public struct Webhooks: Sendable, ServicePart { package let service: TagService }

    /// Connections to other programs, whose items are those of sets.
    public struct Connections: Sendable, ServicePart { package let service: TagService }

    /// Tags everywhere: their names, aliases, implications, near duplicates and synonyms.
    public var tags: Tags { Tags(service: self) }
    /// Items: saving, finding, editing and counting them, and saved views.
    public var items: Items { Items(service: self) }
    /// Tag sets: their members, layout settings and boards.
    public var sets: Sets { Sets(service: self) }
    /// The tags of a set that are on.
    public var selection: Selection { Selection(service: self) }
    /// Suggested tags, and the models they come from.
    public var suggestions: Suggestions { Suggestions(service: self) }
    /// Reviews: going through items one at a time, and finding the items that a tag fits.
    public var review: Review { Review(service: self) }
    /// Rules that add tags to items that match a query.
    public var rules: Rules { Rules(service: self) }
    /// Imports and exports.
    public var files: Files { Files(service: self) }
    /// The changes that can be undone and redone.
    public var undoLog: UndoLog { UndoLog(service: self) }
    /// Checks, backups and recovery of the database.
    public var maintenance: Maintenance { Maintenance(service: self) }
    /// Access tokens of the HTTP service.
    public var tokens: Tokens { Tokens(service: self) }
    /// Webhooks and their deliveries.
    public var webhooks: Webhooks { Webhooks(service: self) }
    /// Connections to other programs, whose items are those of sets.
    public var connections: Connections { Connections(service: self) }
}
