internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of groups of tags, of which an item has at most one.
///
/// ```
/// PUT /api/v1/groups/state   {"tags": ["todo", "done"]}
///
/// 201   {"group":"state","tags":["todo","done"]}
/// ```
enum GroupRoutes {
    static let all = [list, put, remove]

    private static let list = Route(
        method: .get, path: "/groups", scope: .read, summary: "Lists groups of tags, of which an item has at most one.",
        response: .json(.object([.init(name: "groups", schema: .list(.named("Group")))])),
        work: .read { _, service in .json(["groups": try service.tags.groups()]) })

    private static let group = Field.path("group")
    private static let tags = Field.body(required: "tags", .texts, "The tags in order, at least two.")

    private static let put = Route(
        method: .put, path: "/groups/\(group)", scope: .write,
        summary: "Makes a group of tags, or replaces its tags; a tag is in one group at most.", fields: [tags],
        response: .json(.named("Group"), status: 201), problems: [409, 422],
        work: .write { call, service in
            let made = try service.tags.putGroup(call[group], tags: call[tags])
            guard made.isNew else { return .json(made.group) }
            return .created(made.group, at: call.location("groups", made.group.group))
        })

    private static let remove = Route(
        method: .delete, path: "/groups/\(group)", scope: .write,
        summary: "Deletes a group; its tags, and the items with them, stay as they are.", response: .nothing,
        work: .write { call, service in
            try service.tags.deleteGroup(call[group])
            return .nothing
        })
}

extension TagGroup {
    static let schema = JSONSchema.object([
        .init(name: "group", schema: .string, summary: "The name."), .init(name: "tags", schema: .list(.string)),
    ])
}
