# For a tap: a repository called homebrew-tap, as Formula/git-memory.rb.
class GitMemory < Formula
  desc "Project's memory inside git: decisions, conventions, lessons, open questions"
  homepage "@home@"
  version "@version@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@brew:macos_arm@"
      sha256 "@brew:macos_arm:sum@"
    end
    on_intel do
      url "@brew:macos_intel@"
      sha256 "@brew:macos_intel:sum@"
    end
  end

  on_linux do
    on_arm do
      url "@brew:linux_arm@"
      sha256 "@brew:linux_arm:sum@"
    end
    on_intel do
      url "@brew:linux_intel@"
      sha256 "@brew:linux_intel:sum@"
    end
  end

  def install
    bin.install "git-memory"
    man1.install Dir["share/man/man1/*.1"]
    bash_completion.install "share/bash-completion/completions/git-memory"
    zsh_completion.install "share/zsh/site-functions/_git-memory"
    (share/"fish/vendor_conf.d").install "share/fish/vendor_conf.d/git-memory.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/git-memory --version")
    system "git", "init", "--quiet", "."
    system "git", "-c", "user.name=a", "-c", "user.email=a@example.org", "memory", "init"
    assert_path_exists testpath/"memory"
  end
end
