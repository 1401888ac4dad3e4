#!/usr/bin/env bash
# Tries what is given away for Windows under wine 10, in a Debian 13 made for it: the installer, silently; both programs; records
# and backups that either system reads of the other:
#
#     assets/package/try-windows.sh dist/package LINUX-SABOTCTL [PICTURE.png]
#
# As root; `make package STEP=try-windows` installs what it takes. Wine is not Windows: what it shows is that the programs start, draw,
# lock, write and sign there, and that the installer puts them where it says. Its files do not take on the rights of their folder, as
# those of Windows do, so that the table says there that others may open them.
set -euo pipefail
[ "${2:-}" != "" ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2; }
[ "${SABOT_MOUNTS:-}" = own ] || SABOT_MOUNTS=own exec unshare --mount "$0" "$@" # what is mounted goes with this shell
given=$(realpath "$1") sabotctl=$(realpath "$2") picture=$(realpath -m "${3:-/dev/null}")
root=${SABOT_WINE_ROOT:-} # a Debian that has wine already
made=
pids=()
cleared() {
	kill "${pids[@]}" 2>/dev/null || true
	[ -z "$root" ] || chroot "$root" env HOME=/root wineserver -k 2>/dev/null || true
	umount "$root"/{proc,dev,tmp/.X11-unix,w} 2>/dev/null || true
	[ -z "$made" ] || rm -rf --one-file-system "$root"
}
trap cleared EXIT
say() { echo "$(date -u +%H:%M:%S) $*"; }

if [ -z "$root" ]; then
	say "a bare Debian 13"
	root=$(mktemp -d) made=yes
	chmod 755 "$root"
	debootstrap --variant=minbase trixie "$root" >"$root.log" 2>&1 || { tail -5 "$root.log"; exit 1; }
	rm "$root.log"
	cp /etc/resolv.conf /etc/hosts "$root/etc/"
	say "wine"
	chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -c 'dpkg --add-architecture i386 && apt-get -q update && apt-get -q install -y --no-install-recommends wine wine64 wine32:i386 libgl1-mesa-dri libgl1 libegl1 \
		libx11-6 libxext6 libxrandr2 libxi6 libxcursor1 libxinerama1 libxrender1 libxcomposite1 libxfixes3 libxxf86vm1' >"$root/install.log" 2>&1 || { tail -20 "$root/install.log"; exit 1; }
fi
work=$(mktemp -d)
mkdir -p "$root/w" "$root/tmp/.X11-unix"
mount --bind "$work" "$root/w"
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
cp "$given"/sabot-*-windows-amd64-setup.exe "$work/setup.exe"

Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
pids+=($!)
for _ in $(seq 40); do [ -s "$work/display" ] && break; sleep 0.5; done
number=$(<"$work/display")
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
wine() {
	timeout 300 chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= \
		DISPLAY=":$number" LIBGL_ALWAYS_SOFTWARE=1 wine "$@"
}
chroot "$root" wine --version
wine wineboot -i >/dev/null 2>&1

say "the installer"
wine 'Z:\w\setup.exe' /S
there='C:\Program Files\Sabot'
ls "$root/root/.wine/drive_c/Program Files/Sabot"

say "sabotctl.exe"
wine "$there\\sabotctl.exe" demo --data 'Z:\w\record' --hands 60 --close
wine "$there\\sabotctl.exe" verify --data 'Z:\w\record' | tail -3
wine "$there\\sabotctl.exe" backup --data 'Z:\w\record' 'Z:\w\backup.db' | tail -1
"$sabotctl" verify --data "$work/record" | tail -1
"$sabotctl" demo --data "$work/other" --hands 60 --close >/dev/null
wine "$there\\sabotctl.exe" verify --data 'Z:\w\other' | tail -1

say "sabot.exe"
wine "$there\\sabot.exe" --demo --lang en --data 'Z:\w\table' >"$work/said" 2>&1 &
for _ in $(seq 240); do
	window=$(DISPLAY=:$number xdotool search --onlyvisible --name '^Sabot$' 2>/dev/null | head -1) && [ -n "$window" ] && break
	sleep 0.5
done
[ -n "${window:-}" ] || { echo "no window came up"; cat "$work/said"; exit 1; }
sleep 8
DISPLAY=:$number xdotool getwindowgeometry "$window"
[ "$picture" = /dev/null ] || DISPLAY=:$number import -window root "$picture"
chroot "$root" env HOME=/root wineserver -k9 || true
sleep 2
"$sabotctl" verify --data "$work/table" | tail -1

say "the uninstaller"
wine "$there\\uninstall.exe" /S
for _ in $(seq 20); do [ -e "$root/root/.wine/drive_c/Program Files/Sabot" ] || break; sleep 0.5; done
[ ! -e "$root/root/.wine/drive_c/Program Files/Sabot" ] && [ -e "$work/record/sabot.db" ] || { echo "it left something, or took a record away"; exit 1; }
say "installed, opened, verified, uninstalled"
