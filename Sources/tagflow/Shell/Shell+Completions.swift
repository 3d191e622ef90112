/// The scripts of `completions`.
///
/// A script only passes what is typed to `tagflow`, so that it never becomes outdated.
extension Shell {
    /// The script that completes tagflow's arguments.
    var completionScript: String {
        switch self {
        case .bash: Self.bashCompletion
        case .zsh: Self.zshCompletion
        case .fish: Self.fishCompletion
        }
    }

    private static let bashCompletion = #"""
        # tagflow: Tab completes commands, options, tags, sets and items.
        __tagflow_complete() {
          COMPREPLY=()
          local candidate
          while IFS= read -r candidate; do
            COMPREPLY+=("$candidate")
          done < <(command tagflow completions bash --line="${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
          case "${COMPREPLY[0]}" in *:|*=) compopt -o nospace ;; esac
        }
        complete -o default -o nosort -F __tagflow_complete tagflow 2>/dev/null \
          || complete -o default -F __tagflow_complete tagflow

        """#

    private static let zshCompletion = #"""
        #compdef tagflow
        # tagflow: Tab completes commands, options, tags, sets and items.
        _tagflow() {
          local -a lines names shown
          local line
          lines=("${(@f)$(command tagflow completions zsh -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
          for line in $lines; do
            names+=("${line%%$'\t'*}")
            if [[ $line == *$'\t'* ]]; then
              shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
            else
              shown+=("$line")
            fi
          done
          if (( $#names )); then
            compadd -U -V tagflow -l -d shown -a names
          else
            _files
          fi
        }
        # zsh runs an autoloaded file as the function itself.
        if [[ ${funcstack[1]} == _tagflow ]]; then
          _tagflow "$@"
        elif (( $+functions[compdef] )); then
          compdef _tagflow tagflow
        fi

        """#

    private static let fishCompletion = #"""
        # tagflow: Tab completes commands, options, tags, sets and items.
        function __tagflow_complete
            set -l words (commandline -opc) (commandline -ct)
            set -l found (command tagflow completions fish -- $words[2..] 2>/dev/null)
            if test (count $found) -gt 0
                printf '%s\n' $found
            else
                __fish_complete_path (commandline -ct)
            end
        end
        complete -c tagflow -f -k -a '(__tagflow_complete)'

        """#
}
