#include "CPage.h"

// The directive that embeds a file is newer than the C that packages are compiled as.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char add_css[] = {
#embed "../HTTPService/Page/add.css"
};
static const unsigned char add_html[] = {
#embed "../HTTPService/Page/add.html"
};
static const unsigned char add_js[] = {
#embed "../HTTPService/Page/add.js"
};
static const unsigned char add_drafts_js[] = {
#embed "../HTTPService/Page/add_drafts.js"
};
static const unsigned char add_model_js[] = {
#embed "../HTTPService/Page/add_model.js"
};
static const unsigned char add_queue_js[] = {
#embed "../HTTPService/Page/add_queue.js"
};
static const unsigned char board_css[] = {
#embed "../HTTPService/Page/board.css"
};
static const unsigned char board_html[] = {
#embed "../HTTPService/Page/board.html"
};
static const unsigned char board_js[] = {
#embed "../HTTPService/Page/board.js"
};
static const unsigned char board_app_js[] = {
#embed "../HTTPService/Page/board_app.js"
};
static const unsigned char board_changes_js[] = {
#embed "../HTTPService/Page/board_changes.js"
};
static const unsigned char board_chips_js[] = {
#embed "../HTTPService/Page/board_chips.js"
};
static const unsigned char board_commands_js[] = {
#embed "../HTTPService/Page/board_commands.js"
};
static const unsigned char board_dialogs_js[] = {
#embed "../HTTPService/Page/board_dialogs.js"
};
static const unsigned char board_drawing_js[] = {
#embed "../HTTPService/Page/board_drawing.js"
};
static const unsigned char board_gestures_js[] = {
#embed "../HTTPService/Page/board_gestures.js"
};
static const unsigned char board_layout_js[] = {
#embed "../HTTPService/Page/board_layout.js"
};
static const unsigned char board_model_js[] = {
#embed "../HTTPService/Page/board_model.js"
};
static const unsigned char board_requests_js[] = {
#embed "../HTTPService/Page/board_requests.js"
};
static const unsigned char board_server_js[] = {
#embed "../HTTPService/Page/board_server.js"
};
static const unsigned char board_sets_js[] = {
#embed "../HTTPService/Page/board_sets.js"
};
static const unsigned char board_suggestions_js[] = {
#embed "../HTTPService/Page/board_suggestions.js"
};
static const unsigned char board_text_js[] = {
#embed "../HTTPService/Page/board_text.js"
};
static const unsigned char board_view_js[] = {
#embed "../HTTPService/Page/board_view.js"
};
static const unsigned char bookmarklet_js[] = {
#embed "../HTTPService/Page/bookmarklet.js"
};
static const unsigned char capture_css[] = {
#embed "../HTTPService/Page/capture.css"
};
static const unsigned char capture_drawing_js[] = {
#embed "../HTTPService/Page/capture_drawing.js"
};
static const unsigned char capture_form_js[] = {
#embed "../HTTPService/Page/capture_form.js"
};
static const unsigned char chips_css[] = {
#embed "../HTTPService/Page/chips.css"
};
static const unsigned char combobox_js[] = {
#embed "../HTTPService/Page/combobox.js"
};
static const unsigned char connect_html[] = {
#embed "../HTTPService/Page/connect.html"
};
static const unsigned char connect_js[] = {
#embed "../HTTPService/Page/connect.js"
};
static const unsigned char evidence_js[] = {
#embed "../HTTPService/Page/evidence.js"
};
static const unsigned char icon_svg[] = {
#embed "../HTTPService/Page/icon.svg"
};
static const unsigned char icon_512_png[] = {
#embed "../HTTPService/Page/icon_512.png"
};
static const unsigned char import_js[] = {
#embed "../HTTPService/Page/import.js"
};
static const unsigned char import_model_js[] = {
#embed "../HTTPService/Page/import_model.js"
};
static const unsigned char items_changes_js[] = {
#embed "../HTTPService/Page/items_changes.js"
};
static const unsigned char items_css[] = {
#embed "../HTTPService/Page/items.css"
};
static const unsigned char items_html[] = {
#embed "../HTTPService/Page/items.html"
};
static const unsigned char items_js[] = {
#embed "../HTTPService/Page/items.js"
};
static const unsigned char items_detail_js[] = {
#embed "../HTTPService/Page/items_detail.js"
};
static const unsigned char items_duplicates_js[] = {
#embed "../HTTPService/Page/items_duplicates.js"
};
static const unsigned char items_editing_js[] = {
#embed "../HTTPService/Page/items_editing.js"
};
static const unsigned char items_import_js[] = {
#embed "../HTTPService/Page/items_import.js"
};
static const unsigned char items_list_js[] = {
#embed "../HTTPService/Page/items_list.js"
};
static const unsigned char items_model_js[] = {
#embed "../HTTPService/Page/items_model.js"
};
static const unsigned char items_name_js[] = {
#embed "../HTTPService/Page/items_name.js"
};
static const unsigned char items_nothing_js[] = {
#embed "../HTTPService/Page/items_nothing.js"
};
static const unsigned char items_query_js[] = {
#embed "../HTTPService/Page/items_query.js"
};
static const unsigned char items_query_field_js[] = {
#embed "../HTTPService/Page/items_query_field.js"
};
static const unsigned char items_row_js[] = {
#embed "../HTTPService/Page/items_row.js"
};
static const unsigned char items_server_js[] = {
#embed "../HTTPService/Page/items_server.js"
};
static const unsigned char items_sharing_js[] = {
#embed "../HTTPService/Page/items_sharing.js"
};
static const unsigned char items_side_js[] = {
#embed "../HTTPService/Page/items_side.js"
};
static const unsigned char items_status_js[] = {
#embed "../HTTPService/Page/items_status.js"
};
static const unsigned char items_store_js[] = {
#embed "../HTTPService/Page/items_store.js"
};
static const unsigned char items_tagging_js[] = {
#embed "../HTTPService/Page/items_tagging.js"
};
static const unsigned char items_views_js[] = {
#embed "../HTTPService/Page/items_views.js"
};
static const unsigned char items_welcome_js[] = {
#embed "../HTTPService/Page/items_welcome.js"
};
static const unsigned char items_window_js[] = {
#embed "../HTTPService/Page/items_window.js"
};
static const unsigned char links_js[] = {
#embed "../HTTPService/Page/links.js"
};
static const unsigned char local_suggestions_js[] = {
#embed "../HTTPService/Page/local_suggestions.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "../HTTPService/Page/manifest.webmanifest"
};
static const unsigned char not_found_html[] = {
#embed "../HTTPService/Page/not_found.html"
};
static const unsigned char reasons_js[] = {
#embed "../HTTPService/Page/reasons.js"
};
static const unsigned char review_css[] = {
#embed "../HTTPService/Page/review.css"
};
static const unsigned char review_drawing_js[] = {
#embed "../HTTPService/Page/review_drawing.js"
};
static const unsigned char review_html[] = {
#embed "../HTTPService/Page/review.html"
};
static const unsigned char review_js[] = {
#embed "../HTTPService/Page/review.js"
};
static const unsigned char review_model_js[] = {
#embed "../HTTPService/Page/review_model.js"
};
static const unsigned char review_server_js[] = {
#embed "../HTTPService/Page/review_server.js"
};
static const unsigned char suggestions_js[] = {
#embed "../HTTPService/Page/suggestions.js"
};
static const unsigned char tag_details_js[] = {
#embed "../HTTPService/Page/tag_details.js"
};
static const unsigned char service_worker_js[] = {
#embed "../HTTPService/Page/service_worker.js"
};
static const unsigned char offline_css[] = {
#embed "../HTTPService/Page/offline.css"
};
static const unsigned char offline_js[] = {
#embed "../HTTPService/Page/offline.js"
};
static const unsigned char offline_here_js[] = {
#embed "../HTTPService/Page/offline_here.js"
};
static const unsigned char offline_library_js[] = {
#embed "../HTTPService/Page/offline_library.js"
};
static const unsigned char offline_model_js[] = {
#embed "../HTTPService/Page/offline_model.js"
};
static const unsigned char offline_notice_js[] = {
#embed "../HTTPService/Page/offline_notice.js"
};
static const unsigned char offline_search_js[] = {
#embed "../HTTPService/Page/offline_search.js"
};
static const unsigned char offline_store_js[] = {
#embed "../HTTPService/Page/offline_store.js"
};
static const unsigned char offline_suggestions_js[] = {
#embed "../HTTPService/Page/offline_suggestions.js"
};
static const unsigned char offline_sync_js[] = {
#embed "../HTTPService/Page/offline_sync.js"
};
static const unsigned char offline_times_js[] = {
#embed "../HTTPService/Page/offline_times.js"
};
static const unsigned char order_texts_js[] = {
#embed "../HTTPService/Page/order_texts.js"
};
static const unsigned char settings_css[] = {
#embed "../HTTPService/Page/settings.css"
};
static const unsigned char settings_html[] = {
#embed "../HTTPService/Page/settings.html"
};
static const unsigned char settings_js[] = {
#embed "../HTTPService/Page/settings.js"
};
static const unsigned char settings_files_js[] = {
#embed "../HTTPService/Page/settings_files.js"
};
static const unsigned char settings_layout_js[] = {
#embed "../HTTPService/Page/settings_layout.js"
};
static const unsigned char settings_model_js[] = {
#embed "../HTTPService/Page/settings_model.js"
};
static const unsigned char settings_texts_js[] = {
#embed "../HTTPService/Page/settings_texts.js"
};
static const unsigned char settings_remotes_js[] = {
#embed "../HTTPService/Page/settings_remotes.js"
};
static const unsigned char settings_tokens_js[] = {
#embed "../HTTPService/Page/settings_tokens.js"
};
static const unsigned char shell_css[] = {
#embed "../HTTPService/Page/shell.css"
};
static const unsigned char shell_js[] = {
#embed "../HTTPService/Page/shell.js"
};
static const unsigned char shell_address_js[] = {
#embed "../HTTPService/Page/shell_address.js"
};
static const unsigned char shell_dialogs_js[] = {
#embed "../HTTPService/Page/shell_dialogs.js"
};
static const unsigned char kept_names_js[] = {
#embed "../HTTPService/Page/kept_names.js"
};
static const unsigned char shell_elements_js[] = {
#embed "../HTTPService/Page/shell_elements.js"
};
static const unsigned char shell_keys_js[] = {
#embed "../HTTPService/Page/shell_keys.js"
};
static const unsigned char shell_frame_js[] = {
#embed "../HTTPService/Page/shell_frame.js"
};
static const unsigned char shell_icons_js[] = {
#embed "../HTTPService/Page/shell_icons.js"
};
static const unsigned char shell_notices_js[] = {
#embed "../HTTPService/Page/shell_notices.js"
};
static const unsigned char shell_offline_js[] = {
#embed "../HTTPService/Page/shell_offline.js"
};
static const unsigned char shell_requests_js[] = {
#embed "../HTTPService/Page/shell_requests.js"
};
static const unsigned char shell_sign_in_js[] = {
#embed "../HTTPService/Page/shell_sign_in.js"
};
static const unsigned char shell_text_js[] = {
#embed "../HTTPService/Page/shell_text.js"
};
static const unsigned char stats_css[] = {
#embed "../HTTPService/Page/stats.css"
};
static const unsigned char stats_html[] = {
#embed "../HTTPService/Page/stats.html"
};
static const unsigned char stats_js[] = {
#embed "../HTTPService/Page/stats.js"
};
static const unsigned char stats_charts_js[] = {
#embed "../HTTPService/Page/stats_charts.js"
};
static const unsigned char stats_cloud_js[] = {
#embed "../HTTPService/Page/stats_cloud.js"
};
static const unsigned char stats_model_js[] = {
#embed "../HTTPService/Page/stats_model.js"
};
static const unsigned char stats_texts_js[] = {
#embed "../HTTPService/Page/stats_texts.js"
};
static const unsigned char tag_field_css[] = {
#embed "../HTTPService/Page/tag_field.css"
};
static const unsigned char tag_field_js[] = {
#embed "../HTTPService/Page/tag_field.js"
};
static const unsigned char tag_field_model_js[] = {
#embed "../HTTPService/Page/tag_field_model.js"
};
static const unsigned char tag_field_options_js[] = {
#embed "../HTTPService/Page/tag_field_options.js"
};
static const unsigned char tag_field_text_js[] = {
#embed "../HTTPService/Page/tag_field_text.js"
};
static const unsigned char tag_field_view_js[] = {
#embed "../HTTPService/Page/tag_field_view.js"
};
static const unsigned char tag_input_js[] = {
#embed "../HTTPService/Page/tag_input.js"
};
static const unsigned char tag_looks_js[] = {
#embed "../HTTPService/Page/tag_looks.js"
};
static const unsigned char tags_css[] = {
#embed "../HTTPService/Page/tags.css"
};
static const unsigned char tags_describe_js[] = {
#embed "../HTTPService/Page/tags_describe.js"
};
static const unsigned char tags_html[] = {
#embed "../HTTPService/Page/tags.html"
};
static const unsigned char tags_js[] = {
#embed "../HTTPService/Page/tags.js"
};
static const unsigned char tags_actions_js[] = {
#embed "../HTTPService/Page/tags_actions.js"
};
static const unsigned char tags_changes_js[] = {
#embed "../HTTPService/Page/tags_changes.js"
};
static const unsigned char tags_clean_js[] = {
#embed "../HTTPService/Page/tags_clean.js"
};
static const unsigned char tags_dialogs_js[] = {
#embed "../HTTPService/Page/tags_dialogs.js"
};
static const unsigned char tags_groups_js[] = {
#embed "../HTTPService/Page/tags_groups.js"
};
static const unsigned char tags_model_js[] = {
#embed "../HTTPService/Page/tags_model.js"
};
static const unsigned char tags_pairs_js[] = {
#embed "../HTTPService/Page/tags_pairs.js"
};
static const unsigned char tags_rules_js[] = {
#embed "../HTTPService/Page/tags_rules.js"
};
static const unsigned char tags_rename_js[] = {
#embed "../HTTPService/Page/tags_rename.js"
};
static const unsigned char tags_store_js[] = {
#embed "../HTTPService/Page/tags_store.js"
};
static const unsigned char tags_table_js[] = {
#embed "../HTTPService/Page/tags_table.js"
};
static const unsigned char tags_texts_js[] = {
#embed "../HTTPService/Page/tags_texts.js"
};
static const unsigned char text_js[] = {
#embed "../HTTPService/Page/text.js"
};
static const unsigned char text_order_de_js[] = {
#embed "../HTTPService/Page/text_order_de.js"
};
static const unsigned char text_order_en_js[] = {
#embed "../HTTPService/Page/text_order_en.js"
};
static const unsigned char text_order_es_js[] = {
#embed "../HTTPService/Page/text_order_es.js"
};
static const unsigned char text_order_fr_js[] = {
#embed "../HTTPService/Page/text_order_fr.js"
};
static const unsigned char text_order_ja_js[] = {
#embed "../HTTPService/Page/text_order_ja.js"
};
static const unsigned char text_order_zh_js[] = {
#embed "../HTTPService/Page/text_order_zh.js"
};
static const unsigned char text_de_js[] = {
#embed "../HTTPService/Page/text_de.js"
};
static const unsigned char text_en_js[] = {
#embed "../HTTPService/Page/text_en.js"
};
static const unsigned char text_es_js[] = {
#embed "../HTTPService/Page/text_es.js"
};
static const unsigned char text_fr_js[] = {
#embed "../HTTPService/Page/text_fr.js"
};
static const unsigned char text_ja_js[] = {
#embed "../HTTPService/Page/text_ja.js"
};
static const unsigned char text_settings_de_js[] = {
#embed "../HTTPService/Page/text_settings_de.js"
};
static const unsigned char text_settings_en_js[] = {
#embed "../HTTPService/Page/text_settings_en.js"
};
static const unsigned char text_settings_es_js[] = {
#embed "../HTTPService/Page/text_settings_es.js"
};
static const unsigned char text_settings_fr_js[] = {
#embed "../HTTPService/Page/text_settings_fr.js"
};
static const unsigned char text_settings_ja_js[] = {
#embed "../HTTPService/Page/text_settings_ja.js"
};
static const unsigned char text_settings_zh_js[] = {
#embed "../HTTPService/Page/text_settings_zh.js"
};
static const unsigned char text_stats_de_js[] = {
#embed "../HTTPService/Page/text_stats_de.js"
};
static const unsigned char text_stats_en_js[] = {
#embed "../HTTPService/Page/text_stats_en.js"
};
static const unsigned char text_stats_es_js[] = {
#embed "../HTTPService/Page/text_stats_es.js"
};
static const unsigned char text_stats_fr_js[] = {
#embed "../HTTPService/Page/text_stats_fr.js"
};
static const unsigned char text_stats_ja_js[] = {
#embed "../HTTPService/Page/text_stats_ja.js"
};
static const unsigned char text_stats_zh_js[] = {
#embed "../HTTPService/Page/text_stats_zh.js"
};
static const unsigned char text_tags_de_js[] = {
#embed "../HTTPService/Page/text_tags_de.js"
};
static const unsigned char text_tags_en_js[] = {
#embed "../HTTPService/Page/text_tags_en.js"
};
static const unsigned char text_tags_es_js[] = {
#embed "../HTTPService/Page/text_tags_es.js"
};
static const unsigned char text_tags_fr_js[] = {
#embed "../HTTPService/Page/text_tags_fr.js"
};
static const unsigned char text_tags_ja_js[] = {
#embed "../HTTPService/Page/text_tags_ja.js"
};
static const unsigned char text_tags_zh_js[] = {
#embed "../HTTPService/Page/text_tags_zh.js"
};
static const unsigned char text_zh_js[] = {
#embed "../HTTPService/Page/text_zh.js"
};
static const unsigned char tokens_css[] = {
#embed "../HTTPService/Page/tokens.css"
};
static const unsigned char unsent_js[] = {
#embed "../HTTPService/Page/unsent.js"
};
static const unsigned char unsent_page_js[] = {
#embed "../HTTPService/Page/unsent_page.js"
};
static const unsigned char used_link_html[] = {
#embed "../HTTPService/Page/used_link.html"
};

#define FILE(identifier, name) { name, identifier, sizeof identifier }

static const struct CPageFile files[] = {
    FILE(add_css, "add.css"),
    FILE(add_html, "add.html"),
    FILE(add_js, "add.js"),
    FILE(add_drafts_js, "add_drafts.js"),
    FILE(add_model_js, "add_model.js"),
    FILE(add_queue_js, "add_queue.js"),
    FILE(board_css, "board.css"),
    FILE(board_html, "board.html"),
    FILE(board_js, "board.js"),
    FILE(board_app_js, "board_app.js"),
    FILE(board_changes_js, "board_changes.js"),
    FILE(board_chips_js, "board_chips.js"),
    FILE(board_commands_js, "board_commands.js"),
    FILE(board_dialogs_js, "board_dialogs.js"),
    FILE(board_drawing_js, "board_drawing.js"),
    FILE(board_gestures_js, "board_gestures.js"),
    FILE(board_layout_js, "board_layout.js"),
    FILE(board_model_js, "board_model.js"),
    FILE(board_requests_js, "board_requests.js"),
    FILE(board_server_js, "board_server.js"),
    FILE(board_sets_js, "board_sets.js"),
    FILE(board_suggestions_js, "board_suggestions.js"),
    FILE(board_text_js, "board_text.js"),
    FILE(board_view_js, "board_view.js"),
    FILE(bookmarklet_js, "bookmarklet.js"),
    FILE(capture_css, "capture.css"),
    FILE(capture_drawing_js, "capture_drawing.js"),
    FILE(capture_form_js, "capture_form.js"),
    FILE(chips_css, "chips.css"),
    FILE(combobox_js, "combobox.js"),
    FILE(connect_html, "connect.html"),
    FILE(connect_js, "connect.js"),
    FILE(evidence_js, "evidence.js"),
    FILE(icon_svg, "icon.svg"),
    FILE(icon_512_png, "icon_512.png"),
    FILE(import_js, "import.js"),
    FILE(import_model_js, "import_model.js"),
    FILE(items_changes_js, "items_changes.js"),
    FILE(items_css, "items.css"),
    FILE(items_html, "items.html"),
    FILE(items_js, "items.js"),
    FILE(items_detail_js, "items_detail.js"),
    FILE(items_duplicates_js, "items_duplicates.js"),
    FILE(items_editing_js, "items_editing.js"),
    FILE(items_import_js, "items_import.js"),
    FILE(items_list_js, "items_list.js"),
    FILE(items_model_js, "items_model.js"),
    FILE(items_name_js, "items_name.js"),
    FILE(items_nothing_js, "items_nothing.js"),
    FILE(items_query_js, "items_query.js"),
    FILE(items_query_field_js, "items_query_field.js"),
    FILE(items_row_js, "items_row.js"),
    FILE(items_server_js, "items_server.js"),
    FILE(items_sharing_js, "items_sharing.js"),
    FILE(items_side_js, "items_side.js"),
    FILE(items_status_js, "items_status.js"),
    FILE(items_store_js, "items_store.js"),
    FILE(items_tagging_js, "items_tagging.js"),
    FILE(items_views_js, "items_views.js"),
    FILE(items_welcome_js, "items_welcome.js"),
    FILE(items_window_js, "items_window.js"),
    FILE(links_js, "links.js"),
    FILE(local_suggestions_js, "local_suggestions.js"),
    FILE(manifest_webmanifest, "manifest.webmanifest"),
    FILE(not_found_html, "not_found.html"),
    FILE(reasons_js, "reasons.js"),
    FILE(review_css, "review.css"),
    FILE(review_drawing_js, "review_drawing.js"),
    FILE(review_html, "review.html"),
    FILE(review_js, "review.js"),
    FILE(review_model_js, "review_model.js"),
    FILE(review_server_js, "review_server.js"),
    FILE(suggestions_js, "suggestions.js"),
    FILE(tag_details_js, "tag_details.js"),
    FILE(service_worker_js, "service_worker.js"),
    FILE(offline_css, "offline.css"),
    FILE(offline_js, "offline.js"),
    FILE(offline_here_js, "offline_here.js"),
    FILE(offline_library_js, "offline_library.js"),
    FILE(offline_model_js, "offline_model.js"),
    FILE(offline_notice_js, "offline_notice.js"),
    FILE(offline_search_js, "offline_search.js"),
    FILE(offline_store_js, "offline_store.js"),
    FILE(offline_suggestions_js, "offline_suggestions.js"),
    FILE(offline_sync_js, "offline_sync.js"),
    FILE(offline_times_js, "offline_times.js"),
    FILE(order_texts_js, "order_texts.js"),
    FILE(settings_css, "settings.css"),
    FILE(settings_html, "settings.html"),
    FILE(settings_js, "settings.js"),
    FILE(settings_files_js, "settings_files.js"),
    FILE(settings_layout_js, "settings_layout.js"),
    FILE(settings_model_js, "settings_model.js"),
    FILE(settings_texts_js, "settings_texts.js"),
    FILE(settings_remotes_js, "settings_remotes.js"),
    FILE(settings_tokens_js, "settings_tokens.js"),
    FILE(shell_css, "shell.css"),
    FILE(shell_js, "shell.js"),
    FILE(shell_address_js, "shell_address.js"),
    FILE(kept_names_js, "kept_names.js"),
    FILE(shell_dialogs_js, "shell_dialogs.js"),
    FILE(shell_elements_js, "shell_elements.js"),
    FILE(shell_frame_js, "shell_frame.js"),
    FILE(shell_keys_js, "shell_keys.js"),
    FILE(shell_icons_js, "shell_icons.js"),
    FILE(shell_notices_js, "shell_notices.js"),
    FILE(shell_offline_js, "shell_offline.js"),
    FILE(shell_requests_js, "shell_requests.js"),
    FILE(shell_sign_in_js, "shell_sign_in.js"),
    FILE(shell_text_js, "shell_text.js"),
    FILE(stats_css, "stats.css"),
    FILE(stats_html, "stats.html"),
    FILE(stats_js, "stats.js"),
    FILE(stats_charts_js, "stats_charts.js"),
    FILE(stats_cloud_js, "stats_cloud.js"),
    FILE(stats_model_js, "stats_model.js"),
    FILE(stats_texts_js, "stats_texts.js"),
    FILE(tag_field_css, "tag_field.css"),
    FILE(tag_field_js, "tag_field.js"),
    FILE(tag_field_model_js, "tag_field_model.js"),
    FILE(tag_field_options_js, "tag_field_options.js"),
    FILE(tag_field_text_js, "tag_field_text.js"),
    FILE(tag_field_view_js, "tag_field_view.js"),
    FILE(tag_input_js, "tag_input.js"),
    FILE(tag_looks_js, "tag_looks.js"),
    FILE(tags_css, "tags.css"),
    FILE(tags_describe_js, "tags_describe.js"),
    FILE(tags_html, "tags.html"),
    FILE(tags_js, "tags.js"),
    FILE(tags_actions_js, "tags_actions.js"),
    FILE(tags_changes_js, "tags_changes.js"),
    FILE(tags_clean_js, "tags_clean.js"),
    FILE(tags_dialogs_js, "tags_dialogs.js"),
    FILE(tags_groups_js, "tags_groups.js"),
    FILE(tags_model_js, "tags_model.js"),
    FILE(tags_pairs_js, "tags_pairs.js"),
    FILE(tags_rename_js, "tags_rename.js"),
    FILE(tags_rules_js, "tags_rules.js"),
    FILE(tags_store_js, "tags_store.js"),
    FILE(tags_table_js, "tags_table.js"),
    FILE(tags_texts_js, "tags_texts.js"),
    FILE(text_js, "text.js"),
    FILE(text_order_de_js, "text_order_de.js"),
    FILE(text_order_en_js, "text_order_en.js"),
    FILE(text_order_es_js, "text_order_es.js"),
    FILE(text_order_fr_js, "text_order_fr.js"),
    FILE(text_order_ja_js, "text_order_ja.js"),
    FILE(text_order_zh_js, "text_order_zh.js"),
    FILE(text_de_js, "text_de.js"),
    FILE(text_en_js, "text_en.js"),
    FILE(text_es_js, "text_es.js"),
    FILE(text_fr_js, "text_fr.js"),
    FILE(text_ja_js, "text_ja.js"),
    FILE(text_settings_de_js, "text_settings_de.js"),
    FILE(text_settings_en_js, "text_settings_en.js"),
    FILE(text_settings_es_js, "text_settings_es.js"),
    FILE(text_settings_fr_js, "text_settings_fr.js"),
    FILE(text_settings_ja_js, "text_settings_ja.js"),
    FILE(text_settings_zh_js, "text_settings_zh.js"),
    FILE(text_stats_de_js, "text_stats_de.js"),
    FILE(text_stats_en_js, "text_stats_en.js"),
    FILE(text_stats_es_js, "text_stats_es.js"),
    FILE(text_stats_fr_js, "text_stats_fr.js"),
    FILE(text_stats_ja_js, "text_stats_ja.js"),
    FILE(text_stats_zh_js, "text_stats_zh.js"),
    FILE(text_tags_de_js, "text_tags_de.js"),
    FILE(text_tags_en_js, "text_tags_en.js"),
    FILE(text_tags_es_js, "text_tags_es.js"),
    FILE(text_tags_fr_js, "text_tags_fr.js"),
    FILE(text_tags_ja_js, "text_tags_ja.js"),
    FILE(text_tags_zh_js, "text_tags_zh.js"),
    FILE(text_zh_js, "text_zh.js"),
    FILE(tokens_css, "tokens.css"),
    FILE(unsent_js, "unsent.js"),
    FILE(unsent_page_js, "unsent_page.js"),
    FILE(used_link_html, "used_link.html"),
};

size_t CPageFileCount(void) { return sizeof files / sizeof files[0]; }

struct CPageFile CPageFileAt(size_t index) { return files[index]; }
