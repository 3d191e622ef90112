internal import HTTPTypes
internal import JSON
internal import TagService

/// The user's profile in linkding's API.
///
/// ```
/// GET /linkding/api/user/profile/
///
/// 200   {"theme":"auto","tag_search":"strict","enable_sharing":false,"version":"1.44.0", …}
/// ```
enum LinkdingProfile {
    static let route = Route(
        api: .linkding, method: .get, path: "/api/user/profile/", scope: .read,
        summary: "Shows the settings that linkding's clients read; they can't be changed.", response: .json(.anything),
        isOpenToSetTokens: true,
        work: .read { _, _ in
            .value([
                "theme": "auto", "bookmark_date_display": "relative", "bookmark_link_target": "_blank",
                "web_archive_integration": "disabled", "tag_search": "strict", "enable_sharing": false,
                "enable_public_sharing": false, "enable_favicons": false, "display_url": false,
                "permanent_notes": false,
                "search_preferences": ["sort": "added_desc", "shared": "off", "unread": "off"],
                "version": .string(LinkdingRoutes.version),
            ])
        })
}
