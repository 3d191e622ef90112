/// A numbered SQL file that migrates the schema from the previous version.
package struct Migration: Sendable {
    /// The file's name without its extension, such as `0001_initial`.
    package let name: String
    /// The SQL statements.
    package let sql: String

    /// The version of the schema after this migration: the number at the beginning of the name.
    package var version: Int { Int(name.prefix(4)) ?? 0 }
}

extension Migration {
    /// The statements that create the schema after the last migration, as SQLite stores them, each after a line such
    /// as `-- table tag`.
    package static let schema = String(decoding: PackageResources.schema_sql, as: UTF8.self)

    /// All migrations in order; the version of the last one is the current schema version.
    package static let all: [Self] = [
        Self(name: "0001_initial", bytes: PackageResources._001_initial_sql),
        Self(name: "0002_imports_of_many_tags", bytes: PackageResources._002_imports_of_many_tags_sql),
        Self(name: "0003_tag_changes", bytes: PackageResources._003_tag_changes_sql),
        Self(name: "0004_undo_in_parts", bytes: PackageResources._004_undo_in_parts_sql),
        Self(name: "0005_pairs_of_large_selections", bytes: PackageResources._005_pairs_of_large_selections_sql),
        Self(
            name: "0006_history_by_time_and_distinct_tags",
            bytes: PackageResources._006_history_by_time_and_distinct_tags_sql),
        Self(name: "0007_undo_by_size", bytes: PackageResources._007_undo_by_size_sql),
        Self(name: "0008_http_service", bytes: PackageResources._008_http_service_sql),
        Self(name: "0009_lessons_and_base", bytes: PackageResources._009_lessons_and_base_sql),
        Self(name: "0010_implications", bytes: PackageResources._010_implications_sql),
        Self(name: "0011_sources", bytes: PackageResources._011_sources_sql),
        Self(name: "0012_sets_of_commits", bytes: PackageResources._012_sets_of_commits_sql),
        Self(name: "0013_tokens_limited_to_sets", bytes: PackageResources._013_tokens_limited_to_sets_sql),
        Self(name: "0014_idempotency_keys", bytes: PackageResources._014_idempotency_keys_sql),
        Self(name: "0015_items", bytes: PackageResources._015_items_sql),
        Self(name: "0016_items_with_notes", bytes: PackageResources._016_items_with_notes_sql),
        Self(name: "0017_evidence_of_items", bytes: PackageResources._017_evidence_of_items_sql),
        Self(name: "0018_dismissed_tags", bytes: PackageResources._018_dismissed_tags_sql),
        Self(name: "0019_rules_and_webhooks", bytes: PackageResources._019_rules_and_webhooks_sql),
        Self(name: "0020_one_index_of_keys", bytes: PackageResources._020_one_index_of_keys_sql),
        Self(name: "0021_bookmarks", bytes: PackageResources._021_bookmarks_sql),
        Self(name: "0022_items_of_commits", bytes: PackageResources._022_items_of_commits_sql),
        Self(name: "0023_locations_with_fragments", bytes: PackageResources._023_locations_with_fragments_sql),
        Self(name: "0024_undo_of_files", bytes: PackageResources._024_undo_of_files_sql),
        Self(name: "0025_daily_sets", bytes: PackageResources._025_daily_sets_sql),
        Self(name: "0026_counts_by_set", bytes: PackageResources._026_counts_by_set_sql),
        Self(name: "0027_new_names", bytes: PackageResources._027_new_names_sql),
        Self(name: "0028_calibration_of_items", bytes: PackageResources._028_calibration_of_items_sql),
        Self(name: "0029_interrupted_undo_of_files", bytes: PackageResources._029_interrupted_undo_of_files_sql),
        Self(name: "0030_shared_views", bytes: PackageResources._030_shared_views_sql),
        Self(name: "0031_tag_details", bytes: PackageResources._031_tag_details_sql),
        Self(name: "0032_tag_groups", bytes: PackageResources._032_tag_groups_sql),
        Self(name: "0033_reviewed_items", bytes: PackageResources._033_reviewed_items_sql),
        Self(name: "0034_link_checks", bytes: PackageResources._034_link_checks_sql),
        Self(name: "0035_sync", bytes: PackageResources._035_sync_sql),
        Self(name: "0036_tokens_for_sync", bytes: PackageResources._036_tokens_for_sync_sql),
        Self(name: "0037_connections", bytes: PackageResources._037_connections_sql),
        Self(name: "0038_devices_of_connections", bytes: PackageResources._038_devices_of_connections_sql),
        Self(name: "0039_tags_by_ai", bytes: PackageResources._039_tags_by_ai_sql),
        Self(name: "0040_arrival_of_items", bytes: PackageResources._040_arrival_of_items_sql),
        Self(name: "0041_fields_of_touched_rows", bytes: PackageResources._041_fields_of_touched_rows_sql),
        Self(name: "0042_undo_by_registers", bytes: PackageResources._042_undo_by_registers_sql),
    ]

    private init(name: String, bytes: [UInt8]) { self.init(name: name, sql: String(decoding: bytes, as: UTF8.self)) }
}
