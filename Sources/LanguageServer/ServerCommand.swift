/// The commands that code actions run.
enum ServerCommand: String, CaseIterable {
    case merge = "tagflow.merge"
    case alias = "tagflow.alias"
    /// Adds a tag to the database, optionally marked as distinct from a similar one.
    case add = "tagflow.know"
    /// Marks two similar tags as distinct, so that they aren't reported as near duplicates.
    case distinguish = "tagflow.distinguish"
}
