#!/bin/bash
# Installs Akada on a bare Debian 12 or 13, or updates it: run it again with the newer release.
#   sudo bash deploy/install.sh [--host akada.school.ng] [release folder or .tar.gz]
# Without a release it takes the folder that it lies in. With --host, nginx serves that name in front.
set -euo pipefail

home=/opt/akada
data=/var/lib/akada
settings=/etc/akada/akada.env
unit=akada@3000

say() { printf '%s\n' "$*"; }
stop() {
  printf '\n%s\n' "$*" >&2
  exit 1
}

host=
release=
while [ $# -gt 0 ]; do
  case $1 in
    --host)
      host=${2:?--host needs a name}
      shift 2
      ;;
    -*) stop "$1 is not an option. Options: --host NAME" ;;
    *)
      release=$1
      shift
      ;;
  esac
done
release=${release:-$(cd "$(dirname "$0")/.." && pwd)}

check_machine() {
  [ "$(id -u)" = 0 ] || stop "Run this as root: sudo bash $0"
  # shellcheck source=/dev/null
  [ "$(. /etc/os-release && echo "$ID")" = debian ] || stop 'This is not Debian.'
  case $(uname -m) in
    x86_64 | aarch64) ;;
    *) stop "Akada runs on x86-64 and ARM of 64 bits, not on $(uname -m)." ;;
  esac
  memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
  [ "$memory" -ge 900 ] || stop "This machine has $memory MB of memory. Akada needs 1 GB."
  swap=$(awk '/^SwapTotal/ { print int($2 / 1024) }' /proc/meminfo)
  if [ "$memory" -lt 1800 ] && [ "$swap" = 0 ]; then
    say 'Advice: 1 GB of swap helps Debian itself: apt-get install zram-tools'
  fi
  mkdir -p "$home" "$data"
  free=$(df -Pm "$home" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge 3000 ] || stop "Only $free MB are free on the disk. Akada needs 3 GB."
  [ -e "$release" ] || stop "There is no release at $release."
}

install_packages() {
  local missing=()
  command -v node > /dev/null || missing+=(nodejs)
  command -v setpriv > /dev/null || missing+=(util-linux)
  command -v openssl > /dev/null || missing+=(openssl)
  if [ -n "$host" ] && ! command -v nginx > /dev/null; then missing+=(nginx); fi
  [ ${#missing[@]} = 0 ] && return
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# The previous release stays, to go back to.
copy_release() {
  id akada > /dev/null 2>&1 || useradd --system --home-dir "$data" --shell /usr/sbin/nologin akada
  chmod 0711 "$data"
  chown akada:akada "$data"
  new=$home/releases/$(date +%Y%m%d-%H%M%S)
  mkdir -p "$new"
  say "Copying the release to $new"
  if [ -d "$release" ]; then
    tar -C "$release" --exclude=./.git --exclude=./var -cf - . | tar -C "$new" --no-same-owner -xf -
  else
    tar -C "$new" --no-same-owner --strip-components=1 -xf "$release"
  fi
  if [ ! -x "$new/node_modules/node/bin/node" ] || [ ! -f "$new/dist/product.stamp" ]; then
    rm -rf "$new"
    stop 'This release is not built. Where there is a network and 2 GB of memory: npm ci && npm run build'
  fi
  mkdir -p "$new/node_modules/.cache"
  chown -R root:root "$new"
  # A temporary folder is closed to others.
  chmod 0755 "$new"
  chown akada:akada "$new/node_modules/.cache"
}

write_settings() {
  mkdir -p /etc/akada
  if [ ! -f "$settings" ]; then
    {
      echo "AKADA_DATA=$data"
      echo 'PORT=3000'
      echo "HOST=$([ -n "$host" ] && echo 127.0.0.1 || echo 0.0.0.0)"
      echo "TRUST_PROXY=$([ -n "$host" ] && echo yes || echo no)"
      [ -z "$host" ] || echo "PUBLIC_URL=https://$host"
    } > "$settings"
  fi
  chmod 0600 "$settings"
}

write_unit() {
  # Debian keeps what is left: 15 %, at least 150 MB.
  local kept=$((memory * 15 / 100))
  [ "$kept" -ge 150 ] || kept=150
  sed -e "s|^WorkingDirectory=.*|WorkingDirectory=$home/current|" \
    -e "s|^ExecStart=.*|ExecStart=$home/current/node_modules/node/bin/node bin/start.mjs --empty|" \
    -e '/^Environment=PORT/d' \
    -e "s|^EnvironmentFile=.*|EnvironmentFile=$settings\nMemoryMax=$((memory - kept))M|" \
    -e "s|^ReadWritePaths=.*|ReadWritePaths=$data $home|" \
    "$new/deploy/akada@.service" > /etc/systemd/system/akada@.service
  # The journal rotates by itself while Akada runs.
  mkdir -p /etc/systemd/journald.conf.d
  printf '[Journal]\nSystemMaxUse=200M\nSystemMaxFileSize=20M\n' > /etc/systemd/journald.conf.d/akada.conf
  systemctl daemon-reload
  systemctl restart systemd-journald
}

write_commands() {
  install -m 0755 "$new/deploy/akada" /usr/local/bin/akada
}

write_proxy() {
  [ -n "$host" ] || return 0
  local site=/etc/nginx/conf.d/akada.conf
  [ -f "$site" ] || sed -e "s/akada\.school\.ng/$host/g" -e '/127.0.0.1:3002/d' -e 's/127.0.0.1:3001/127.0.0.1:3000/' \
    "$new/deploy/nginx.conf" > "$site"
  if [ ! -f "/etc/letsencrypt/live/$host/fullchain.pem" ]; then
    say "nginx needs a certificate: apt-get install certbot && certbot certonly --standalone -d $host"
    say 'Then: systemctl restart nginx'
  else
    systemctl restart nginx
  fi
}

is_ready() {
  local tries
  for tries in $(seq 180); do
    "$home/current/node_modules/node/bin/node" -e \
      "fetch('http://127.0.0.1:3000/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))" &&
      return 0
    # systemd starts again what ends: three times is no accident.
    case $(systemctl show --property NRestarts --value "$unit") in
      [0-2]) ;;
      *) return 1 ;;
    esac
    sleep 1
    [ "$tries" != 60 ] || say 'Still starting …'
  done
  return 1
}

switch_to() {
  ln -sfn "$1" "$home/current.new"
  mv -T "$home/current.new" "$home/current"
}

# Keeps this release and the one before.
remove_old() {
  local one
  for one in "$home"/releases/*/; do
    one=${one%/}
    [ "$one" = "$new" ] || [ "$one" = "$previous" ] || rm -rf "$one"
  done
}

go_back() {
  [ -n "$previous" ] || stop "$1 Its log: journalctl -u $unit"
  systemctl stop "$unit" || true
  switch_to "$previous"
  systemctl start "$unit"
  rm -rf "$new"
  stop "$1 The previous release runs again."
}

check_machine
install_packages
previous=$(readlink -f "$home/current" 2> /dev/null || true)
[ -d "$previous" ] || previous=
copy_release
write_settings
if [ -n "$previous" ]; then
  say 'Stopping Akada for the update'
  systemctl stop "$unit"
  switch_to "$new"
  /usr/local/bin/akada command upgrade || go_back 'The upgrade failed and nothing was changed.'
else
  switch_to "$new"
fi
write_unit
write_commands
systemctl enable "$unit"
systemctl restart "$unit"
is_ready || go_back 'Akada did not start.'
write_proxy
remove_old
say
if [ -n "$host" ]; then
  say "Akada runs at https://$host"
else
  say "Akada runs at http://$(hostname -I 2> /dev/null | awk '{ print $1 }'):3000"
fi
[ -n "$previous" ] || akada link || true
