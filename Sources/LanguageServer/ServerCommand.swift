/// The commands that code actions run.
///
/// The editor sends a command back with the names of its tags, such as:
///
/// ```
/// {"command": "tagflow.merge", "arguments": ["concurency", "concurrency"]}
/// ```
enum ServerCommand: String, CaseIterable {
    /// Merges the first tag into the second in the database and all notes.
    case merge = "tagflow.merge"
    /// Makes the first name an alias of the second tag.
    case alias = "tagflow.alias"
    /// Adds a tag to the database, optionally marked as distinct from a similar one.
    case add = "tagflow.know"
    /// Marks two similar tags as distinct, so that they aren't reported as near duplicates.
    case distinguish = "tagflow.distinguish"
}
