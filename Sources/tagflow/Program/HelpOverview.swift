import ArgumentParser

/// The most frequent tasks, as the help without a command; it fits a screen of 24 rows and 80 columns.
enum HelpOverview {
    static let text = """
        Usage: tagflow [COMMAND] [OPTIONS]    without a command: a board and a prompt

        Save
          add-item https://swift.org/         a link; without --tag, choose its tags
          import bookmarks.html               from browsers, Pinboard and others
        Find
          items                               a list to filter, open and edit
          items '#swift' site:swift.org       by tags, words, sites and times
        Track habits
          new --daily habits walk read        a board that starts empty each day
          today --add walk                    today; 'stats --calendar' shows a year
        Keep tags tidy
          rename OLD NEW, merge FROM INTO     on every item
          doctor --similar                    near duplicates
        Get suggestions
          suggest --title 'A tour of Swift'   tags for an item, with reasons
          pick                                choose tags on a board
        Share and keep
          serve                               the page in a browser
          export -o board.svg, backup FILE    pictures and copies; 'undo' reverts

        'tagflow help COMMAND' explains one; 'tagflow help all' lists every command.

        """

    /// The word after `help` that lists every command.
    static let all = "all"

    /// Returns the help that arguments ask for, if it isn't that of a command.
    static func text(for arguments: [String]) -> String? {
        switch arguments {
        case ["help"], ["--help"], ["-h"]: text
        case ["help", all]: Tagflow.helpMessage() + "\n"
        default: nil
        }
    }
}
