{
  description = "@summary@";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs = { self, nixpkgs }:
    let
      # The archives of the release; on Linux those with a static program, which needs no library.
      archives = {
        x86_64-linux = {
          url = "@nix:x86_64-linux@";
          sha256 = "@nix:x86_64-linux:sum@";
        };
        aarch64-linux = {
          url = "@nix:aarch64-linux@";
          sha256 = "@nix:aarch64-linux:sum@";
        };
        aarch64-darwin = {
          url = "@nix:aarch64-darwin@";
          sha256 = "@nix:aarch64-darwin:sum@";
        };
        x86_64-darwin = {
          url = "@nix:x86_64-darwin@";
          sha256 = "@nix:x86_64-darwin:sum@";
        };
      };
    in
    {
      packages = builtins.mapAttrs (system: archive:
        let pkgs = nixpkgs.legacyPackages.${system};
        in {
          default = pkgs.stdenvNoCC.mkDerivation {
            pname = "git-memory";
            version = "@version@";
            src = pkgs.fetchurl archive;
            installPhase = ''
              runHook preInstall
              install -Dm755 git-memory -t $out/bin
              cp -R share $out/
              runHook postInstall
            '';
            meta = {
              description = "@summary@";
              homepage = "@home@";
              license = with pkgs.lib.licenses; [ mit asl20 ];
              mainProgram = "git-memory";
              sourceProvenance = [ pkgs.lib.sourceTypes.binaryNativeCode ];
              platforms = builtins.attrNames archives;
            };
          };
        }) archives;
    };
}
