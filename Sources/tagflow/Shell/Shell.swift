import ArgumentParser
import TextMeasurement

/// A shell that `shell-init` prints a key binding for, and `completions` a completion script.
enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash
    case zsh
    case fish

    /// The script that binds Alt-T.
    ///
    /// The shell quotes the picked tags, so that no tag is executed.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    private static let bashScript = #"""
        # tagflow: Alt-T inserts picked tags at the cursor.
        __tagflow_pick() {
          local tag text=
          while IFS= read -r tag; do
            printf -v tag '%q' "$tag"
            text+="$tag "
          done < <(command tagflow pick </dev/null)
          READLINE_LINE="${READLINE_LINE:0:READLINE_POINT}$text${READLINE_LINE:READLINE_POINT}"
          READLINE_POINT=$((READLINE_POINT + ${#text}))
        }
        if [[ $- == *i* ]]; then
          bind -m emacs-standard -x '"\et": __tagflow_pick'
          bind -m vi-insert -x '"\et": __tagflow_pick'
          bind -m vi-command -x '"\et": __tagflow_pick'
        fi

        """#

    private static let zshScript = #"""
        # tagflow: Alt-T inserts picked tags at the cursor.
        __tagflow_pick() {
          zle -I
          local picked
          local -a tags
          picked="$(command tagflow pick </dev/null)" && tags=("${(@f)picked}")
          (( $#tags )) && LBUFFER+="${(j: :)${(@q-)tags}} "
          zle reset-prompt
        }
        if [[ -o interactive ]]; then
          zle -N __tagflow_pick
          bindkey -M emacs '\et' __tagflow_pick
          bindkey -M viins '\et' __tagflow_pick
          bindkey -M vicmd '\et' __tagflow_pick
        fi

        """#

    private static let fishScript = #"""
        # tagflow: Alt-T inserts picked tags at the cursor.
        function __tagflow_pick
            printf '\n' >/dev/tty
            set -l tags (command tagflow pick </dev/null)
            and commandline -i -- (string join ' ' -- (string escape -- $tags))' '
            printf '\e[A' >/dev/tty
            commandline -f repaint
        end
        if status is-interactive
            bind \et __tagflow_pick
            bind -M insert \et __tagflow_pick
        end

        """#
}
