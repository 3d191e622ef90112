# The formula for Homebrew, on macOS and Linux. A release writes the values between @ signs.
class Tagflow < Formula
  desc "Tags as chips in the terminal and the browser, with suggestions that learn"
  homepage "@REPOSITORY@"
  url "@REPOSITORY@/releases/download/v@VERSION@/tagflow-@VERSION@.tar.gz"
  sha256 "@SOURCE_SHA256@"
  license "Apache-2.0"
  head "@REPOSITORY@.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on "pango"
  depends_on "utf8proc"

  uses_from_macos "swift" => :build, since: :sequoia
  uses_from_macos "curl"
  uses_from_macos "libxml2"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  on_macos do
    depends_on macos: :sequoia
  end

  def install
    arguments = ["--configuration", "release", "--disable-sandbox"]
    arguments << "--static-swift-stdlib" if OS.linux?
    %w[tagflow tagflow-server].each do |program|
      system "swift", "build", *arguments, "--product", program
      bin.install ".build/release/#{program}"
    end
    generate_completions_from_executable(bin/"tagflow", "--generate-completion-script")
    doc.install "Packaging/copyright"
  end

  service do
    run [opt_bin/"tagflow-server", "--database", var/"tagflow/tagflow.sqlite"]
    keep_alive true
    log_path var/"log/tagflow.log"
    error_log_path var/"log/tagflow.log"
  end

  test do
    ENV["TAGFLOW_DATABASE"] = testpath/"tags.sqlite"
    system bin/"tagflow", "new", "trips", "sea", "map"
    assert_match "sea", shell_output("#{bin}/tagflow show --style plain")
    assert_match version.to_s, shell_output("#{bin}/tagflow-server --version")
  end
end
