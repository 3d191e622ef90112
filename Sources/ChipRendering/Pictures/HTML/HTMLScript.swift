/// The script of a page: it shows the copy button and copies the selected tags, a line each.
enum HTMLScript {
    static let text = """
        "use strict";
        const button = document.getElementById("copy");
        const words = button.textContent;
        const selected = () => Array.from(document.querySelectorAll(".chips input:checked"), box => box.value);
        const copyByCommand = text => {
          const area = document.createElement("textarea");
          area.value = text;
          document.body.append(area);
          area.select();
          const done = document.execCommand("copy");
          area.remove();
          if (!done) throw new Error("copying is not allowed here");
        };
        button.hidden = false;
        button.addEventListener("click", async () => {
          const text = selected().join("\\n");
          try {
            await navigator.clipboard.writeText(text);
          } catch {
            copyByCommand(text);
          }
          button.textContent = "Copied";
          setTimeout(() => { button.textContent = words; }, 1500);
        });
        """

    /// The SHA-256 of the script, by which the page's policy lets it run and no other.
    static let hash = "sha256-ijcroCQZH5SF5GGfgIudyf+PFQX9fxL0zg6svhCe3sw="

    /// What the page may load and run: its own style, this script, and nothing else.
    static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src '\(hash)'; base-uri 'none'; form-action 'none'"
}
