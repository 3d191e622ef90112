# The flake for Nix on Linux and macOS: nix build 'git+@REPOSITORY@?dir=Packaging/nix'
#
# Swift packages fetch their dependencies, which a sandbox forbids. So the flake takes the programs from the Debian packages of a release,
# whose standard library is linked statically, and adjusts the paths of the libraries.
{
  description = "Tags as chips in the terminal and the browser, with suggestions that learn";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-25.05";

  outputs = { self, nixpkgs }:
    let
      version = "@VERSION@";
      # A release writes the checksums.
      systems = {
        x86_64-linux = { architecture = "amd64"; client = "@CLIENT_AMD64_HASH@"; server = "@SERVER_AMD64_HASH@"; };
        aarch64-linux = { architecture = "arm64"; client = "@CLIENT_ARM64_HASH@"; server = "@SERVER_ARM64_HASH@"; };
      };
      package = system: release:
        let
          pkgs = nixpkgs.legacyPackages.${system};
          deb = name: hash: pkgs.fetchurl {
            url = "@REPOSITORY@/releases/download/v${version}/${name}_${version}_${release.architecture}.deb";
            inherit hash;
          };
          # Loaded by name when they are needed.
          loaded = [ pkgs.pango pkgs.curl ];
        in
        pkgs.stdenv.mkDerivation {
          pname = "tagflow";
          inherit version;
          srcs = [ (deb "tagflow" release.client) (deb "tagflow-server" release.server) ];
          nativeBuildInputs = [ pkgs.autoPatchelfHook pkgs.dpkg pkgs.makeWrapper ];
          buildInputs = [ pkgs.sqlite pkgs.utf8proc pkgs.libxml2 pkgs.zlib pkgs.stdenv.cc.cc.lib ];
          unpackPhase = "for package in $srcs; do dpkg-deb -x $package .; done";
          installPhase = ''
            mkdir -p $out/bin $out/share
            cp -r usr/share/. $out/share/
            for program in tagflow tagflow-server; do
              install -m 755 usr/bin/$program $out/bin/$program
              wrapProgram $out/bin/$program --prefix LD_LIBRARY_PATH : ${pkgs.lib.makeLibraryPath loaded}
            done
          '';
          meta = {
            description = "Tags as chips in the terminal and the browser, with suggestions that learn";
            license = pkgs.lib.licenses.asl20;
            mainProgram = "tagflow";
            platforms = [ system ];
          };
        };
    in
    {
      packages = builtins.mapAttrs (system: release: { default = package system release; }) systems;
      nixosModules.default = import ./module.nix self;
    };
}
