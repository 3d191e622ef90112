# services.tagflow for NixOS: the server with spaces in /var/lib/tagflow, on loopback.
self:
{ config, lib, pkgs, ... }:
let
  settings = config.services.tagflow;
in
{
  options.services.tagflow = {
    enable = lib.mkEnableOption "tagflow-server";
    listen = lib.mkOption {
      type = lib.types.str;
      default = "127.0.0.1:7733";
      description = "The address to listen on.";
    };
    environmentFile = lib.mkOption {
      type = lib.types.nullOr lib.types.path;
      default = null;
      description = "A file with TAGFLOW_ADMIN_TOKEN and other options.";
    };
  };

  config = lib.mkIf settings.enable {
    systemd.services.tagflow = {
      description = "Tags, sets and suggestions over HTTP";
      wantedBy = [ "multi-user.target" ];
      after = [ "network.target" ];
      serviceConfig = {
        Type = "notify";
        ExecStart = "${self.packages.${pkgs.system}.default}/bin/tagflow-server --spaces /var/lib/tagflow --listen ${settings.listen}";
        EnvironmentFile = lib.mkIf (settings.environmentFile != null) settings.environmentFile;
        StateDirectory = "tagflow";
        DynamicUser = true;
        Restart = "on-failure";
        WatchdogSec = 30;
        LimitNOFILE = 65536;
      };
    };
  };
}
