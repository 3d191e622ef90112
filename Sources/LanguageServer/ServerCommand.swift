/// The commands that actions name.
enum ServerCommand: String, CaseIterable {
    case merge = "tagflow.merge"
    case alias = "tagflow.alias"
    case know = "tagflow.know"
    case distinguish = "tagflow.distinguish"
}
