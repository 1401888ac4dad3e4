#!/usr/bin/env bash
# Installs a Debian package of Sabot into a bare Debian made for it, opens the window there, kills it while it stands open, and
# verifies the record that it wrote:
#
#     assets/package/try.sh dist/package/sabot_VERSION_amd64.deb [PICTURE.png]
#
# As root; `make package STEP=try` installs what it takes.
set -euo pipefail
[ "${1:-}" != "" ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2; }
[ "${SABOT_MOUNTS:-}" = own ] || SABOT_MOUNTS=own exec unshare --mount "$0" "$@" # what is mounted goes with this shell
deb=$(realpath "$1") picture=$(realpath -m "${2:-/dev/null}")
root=$(mktemp -d)
chmod 755 "$root"
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; umount "$root"/{proc,dev,tmp/.X11-unix} 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
say() { echo "$(date -u +%H:%M:%S) $*"; }

say "a bare Debian"
debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1 || { tail -5 "$root.log"; exit 1; }
rm "$root.log"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
cp "$deb" "$root/sabot.deb"
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

say "the package"
inside apt-get -q update >/dev/null
inside apt-get -q install -y --no-install-recommends /sabot.deb >"$root/install.log" 2>&1 || { tail -20 "$root/install.log"; exit 1; }
inside dpkg -s sabot | grep -E '^(Status|Version):'

say "without a screen"
said=$(inside sabot 2>&1 >/dev/null) && { echo "it did not fail"; exit 1; }
echo "$said"
[ "$(wc -l <<<"$said")" = 1 ] || { echo "that is no sentence"; exit 1; }

say "its window"
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$root/display" >/dev/null 2>&1 &
pids+=($!)
for _ in $(seq 40); do [ -s "$root/display" ] && break; sleep 0.5; done
number=$(<"$root/display")
mkdir -p "$root/tmp/.X11-unix"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
inside env DISPLAY=":$number" LIBGL_ALWAYS_SOFTWARE=1 sh -c 'echo $$ >/pid; exec sabot --demo --lang en --data /record' >"$root/said" 2>&1 &
for _ in $(seq 120); do
	window=$(DISPLAY=:$number xdotool search --onlyvisible --name '^Sabot$' 2>/dev/null | head -1) && [ -n "$window" ] && break
	sleep 0.5
done
[ -n "${window:-}" ] || { echo "no window came up"; cat "$root/said"; exit 1; }
sleep 5
DISPLAY=:$number xdotool getwindowgeometry "$window"
[ "$picture" = /dev/null ] || DISPLAY=:$number import -window root "$picture"
kill -9 "$(cat "$root/pid")"

say "its record"
inside sabotctl verify --data /record
say "the package goes"
mkdir -p "$root/run/systemd/system" # as where systemd runs; what it is told is noted
printf '#!/bin/sh\necho "$*" >>/systemctl.log\n' >"$root/usr/bin/systemctl"
chmod 755 "$root/usr/bin/systemctl"
inside apt-get -q remove -y sabot >"$root/remove.log" 2>&1 || { tail -20 "$root/remove.log"; exit 1; }
[ "$(paste -sd' ' "$root/systemctl.log")" = "disable --now sabot-pit.service daemon-reload" ] || { echo "a pit that serves would go on"; cat "$root/systemctl.log"; exit 1; }
[ ! -e "$root/usr/bin/sabotctl" ] && [ -e "$root/record/sabot.db" ] || { echo "it left something, or took a record away"; exit 1; }
say "installed, opened, verified, removed"
