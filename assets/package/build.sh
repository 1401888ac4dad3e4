#!/usr/bin/env bash
# Builds everything that is given away, from the tree that it lies in, into the folder that is named:
#
#     assets/package/build.sh OUT
#
# The same source and the same tools give the same bytes, wherever it lies: no time but the commit's (or SOURCE_DATE_EPOCH),
# no path, no owner, no umask. The programs name their commit (or SABOT_COMMIT, where the source lies without git).
# `make package` installs what it takes; `make package STEP=twice` builds it twice and compares.
set -euo pipefail
export LC_ALL=C TZ=UTC GOFLAGS=-mod=readonly GOTOOLCHAIN=local
umask 022

out=$(realpath -m "$1")
top=$(realpath "$(dirname "$0")/../..")
cd "$top"
GO=${GO:-go}
version=$(sed -n 's/^const Version = "\(.*\)"$/\1/p' assets/embed.go)
grep -q "^Version = \"$version\"$" FyneApp.toml || { echo "FyneApp.toml has another version than $version"; exit 1; }
copyright=$(head -1 LICENSE)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
commit=${SABOT_COMMIT:-}
if [ -z "$commit" ]; then
	commit=$(git rev-parse HEAD)
	[ -z "$(git status --porcelain)" ] || commit=$commit-changed
fi

work=$(mktemp -d)
trap 'rm -rf "$work" app/sabot_windows_amd64.syso app/sabotctl/sabotctl_windows_amd64.syso' EXIT
rm -rf "$out"
mkdir -p "$out" "$work"/{linux,windows}
say() { echo "$(date -u +%H:%M:%S) $*"; }

say "tools"
(cd .ci/tools && "$GO" build -o "$work/release" ./release)

say "programs for Linux"
export GOARCH=amd64 GOAMD64=v1
# No stamp of git: Go finds none in a worktree or an unpacked archive, and the programs would be others there.
flags=(-trimpath -buildvcs=false)
link="-s -w -X sabot/assets.commit=$commit"
clang=$(compgen -c clang- | grep -E '^clang-[0-9]+$' | sort -t- -k2 -n | tail -1)
GOOS=linux CGO_ENABLED=0 "$GO" build "${flags[@]}" -ldflags "$link" -o "$work/linux/sabotctl" ./app/sabotctl
GOOS=linux CGO_ENABLED=1 CC=$clang "$GO" build "${flags[@]}" -ldflags "$link" -o "$work/linux/sabot" ./app

say "programs for Windows"
"$work/release" icon assets/icon.png "$work/sabot.ico"
cp assets/package/sabot.manifest "$work/"
resource() { # NAME ABOUT FILE
	sed -e "s/@COMMAS@/${version//./,},0/" -e "s/@VERSION@/$version/" -e "s/@NAME@/$1/" -e "s/@ABOUT@/$2/" -e "s/@COPYRIGHT@/$copyright/" \
		assets/package/sabot.rc >"$work/$1.rc"
	(cd "$work" && x86_64-w64-mingw32-windres --codepage=65001 -O coff -o "$1.syso" "$1.rc")
	cp "$work/$1.syso" "$3"
}
resource sabot "Sabot, at the table" app/sabot_windows_amd64.syso
resource sabotctl "Sabot without a window" app/sabotctl/sabotctl_windows_amd64.syso
libgcc=$(dirname "$(x86_64-w64-mingw32-gcc -print-libgcc-file-name)")
GOOS=windows CGO_ENABLED=0 "$GO" build "${flags[@]}" -ldflags "$link" -o "$work/windows/sabotctl.exe" ./app/sabotctl
GOOS=windows CGO_ENABLED=1 CC="$clang --target=x86_64-w64-mingw32 -L$libgcc -Wno-unused-command-line-argument" \
	"$GO" build "${flags[@]}" -ldflags "$link -compressdwarf=false -H=windowsgui" -o "$work/windows/sabot.exe" ./app

# Who compares sums goes by what the program says of itself.
for program in sabot sabotctl; do
	[ "$("$work/linux/$program" --version)" = "$program $version, commit $commit" ] || { echo "$program does not name commit $commit"; exit 1; }
done

say "what is linked, and its notices"
installed() { dpkg-query -W -f '${Version}' "$1"; }
GOROOT=$("$GO" env GOROOT) GOMODCACHE=$("$GO" env GOMODCACHE) "$work/release" bom "$version" "$work" "$work"/linux/* "$work"/windows/* \
	"mingw-w64-crt@$(installed mingw-w64-x86-64-dev):ZPL-2.1=/usr/share/doc/mingw-w64-x86-64-dev/copyright" \
	"libgcc@$(installed gcc-mingw-w64-base):GPL-3.0-or-later WITH GCC-exception-3.1=/usr/share/doc/gcc-mingw-w64-base/copyright"

say "manual pages and completions"
mkdir "$work/man"
"$work/linux/sabot" --manual >"$work/man/sabot.1"
"$work/linux/sabotctl" manual >"$work/man/sabotctl.1"

say "cards for croupiers"
mkdir "$work/cards"
for game in lugano blackjack puntobanco; do
	for lang in it de fr en; do
		"$work/linux/sabotctl" card "$game" --lang "$lang" -o "$work/cards/$game-$lang.pdf"
	done
done
chmod 644 "$work"/cards/*

# old gives everything in a folder the time of the commit, and rights that say nothing of where the source lay.
old() { chmod -R u=rwX,go=rX "$1" && find "$1" -depth -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

# linked demands that what the documents in a folder link to, or name by its path, lies where they say.
linked() {
	local dead
	dead=$(cd "$1" && { grep -oP '\]\(\K[^)#]+' -- *.md; grep -oP '[\w.-]+/[\w./-]*\.(md|service)\b' -- *.md || true; } | grep -v '://' | while IFS=: read -r document link; do [ -e "$link" ] || echo "$document: nothing lies at $link"; done)
	[ -z "$dead" ] || { echo "$dead"; exit 1; }
}

say "Debian package"
deb=$work/deb
doc=$deb/usr/share/doc/sabot
install -D -m 755 -t "$deb/usr/bin" "$work"/linux/*
install -D -m 644 assets/package/sabot.desktop "$deb/usr/share/applications/sabot.desktop"
install -D -m 644 assets/icon.png "$deb/usr/share/icons/hicolor/256x256/apps/sabot.png"
for page in sabot sabotctl; do
	install -D -m 644 "$work/man/$page.1" "$deb/usr/share/man/man1/$page.1"
done
gzip -9n "$deb"/usr/share/man/man1/*.1
mkdir -p "$deb"/usr/share/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
"$work/linux/sabotctl" completion bash >"$deb/usr/share/bash-completion/completions/sabotctl"
"$work/linux/sabotctl" completion zsh >"$deb/usr/share/zsh/vendor-completions/_sabotctl"
"$work/linux/sabotctl" completion fish >"$deb/usr/share/fish/vendor_completions.d/sabotctl.fish"
install -D -m 644 /dev/null "$deb/usr/lib/systemd/system/sabot-pit.service"
sed 's#/usr/local/bin/#/usr/bin/#; s#^\# systemd unit of a pit: .*#\# The pit of a house: once it is set up (sabotctl pit init),#' docs/sabot-pit.service >"$deb/usr/lib/systemd/system/sabot-pit.service"
install -D -m 644 assets/package/sabot-pit.sysusers "$deb/usr/lib/sysusers.d/sabot-pit.conf"
install -D -m 644 LICENSE "$doc/copyright"
install -m 644 "$work/NOTICES.txt" "$work/sbom.json" "$doc/"
install -m 644 docs/*.md docs/*.png "$doc/"
ln -s ../../../lib/systemd/system/sabot-pit.service "$doc/"
linked "$doc"
install -D -m 644 -t "$doc/cards" "$work"/cards/*
install -m 644 CHANGELOG.md "$doc/"
gzip -9n "$doc/CHANGELOG.md" "$doc/NOTICES.txt"
mkdir "$deb/DEBIAN"
install -m 755 assets/package/{postinst,prerm,postrm} "$deb/DEBIAN/"
(cd "$deb" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$deb/DEBIAN/md5sums"
sed -e "s/@VERSION@/$version/" -e "s/@SIZE@/$(find "$deb/usr" -type f -printf '%s\n' | awk '{n += int(($1 + 1023) / 1024)} END {print n}')/" assets/package/control >"$deb/DEBIAN/control"
old "$deb"
dpkg-deb --root-owner-group -Zxz --build "$deb" "$out/sabot_${version}_amd64.deb" >/dev/null

# What the loader asks for, the package must depend on: here everything is installed anyway.
ldd "$work/linux/sabot" >"$work/libraries"
while read -r library; do
	path=$(awk -v l="$library" '$1 == l {print $3}' "$work/libraries")
	package=$(dpkg-query -S "$(readlink -f "$path")" "$path" 2>/dev/null | head -1 | cut -d: -f1) || true
	[ -n "$package" ] && grep "^Depends:" "$deb/DEBIAN/control" | grep -qE "[ ,]$package([ ,]|\$)" || { echo "sabot needs $library, and the package does not depend on $package"; exit 1; }
done < <(objdump -p "$work/linux/sabot" | awk '$1 == "NEEDED" {print $2}')

say "archives"
tree=$work/sabot-$version-linux-amd64
mkdir "$tree"
cp -r "$work"/linux/* "$work/man" "$work/cards" LICENSE CHANGELOG.md "$work/NOTICES.txt" "$work/sbom.json" "$tree/"
install -D -m 644 -t "$tree/docs" docs/*.md docs/*.png docs/sabot-pit.service
linked "$tree/docs"
cp assets/icon.png "$tree/sabot.png"
cp assets/package/sabot.desktop "$tree/"
old "$tree"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --format=ustar -cf - "$(basename "$tree")" | gzip -9n >"$out/$(basename "$tree").tar.gz"
tree=$work/sabot-$version-windows-amd64
mkdir "$tree"
cp -r "$work"/windows/*.exe "$work/sbom.json" "$work/cards" "$tree/"
for text in LICENSE CHANGELOG.md; do sed 's/$/\r/' "$text" >"$tree/${text%.md}.txt"; done
sed 's/$/\r/' "$work/NOTICES.txt" >"$tree/NOTICES.txt"
mkdir "$tree/docs"
for text in docs/*.md docs/sabot-pit.service; do sed 's/$/\r/' "$text" >"$tree/$text"; done
cp docs/*.png "$tree/docs/"
linked "$tree/docs"
old "$tree"
(cd "$work" && find "$(basename "$tree")" -type f | sort | zip -q -X -9 "$out/$(basename "$tree").zip" -@)

say "installer for Windows"
cp "$work/sabot.ico" assets/package/sabot.nsi "$tree/"
old "$tree"
(cd "$tree" && makensis -V2 -NOCD -DVERSION="$version" -DCOPYRIGHT="$copyright" -DOUT="$out/sabot-$version-windows-amd64-setup.exe" sabot.nsi)

cp "$work/sbom.json" "$out/sabot-$version.cdx.json"

# Other tools make other bytes: whoever builds the same source and has other sums finds here which.
{
	echo "commit $commit of $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ) (without git: SABOT_COMMIT=$commit SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH)"
	"$GO" version
	dpkg-query -W -f '${Package} ${Version}\n' "$clang" gcc-mingw-w64-x86-64-win32 binutils-mingw-w64-x86-64 mingw-w64-x86-64-dev binutils libc6-dev \
		libgl-dev libx11-dev libxcursor-dev libxrandr-dev libxinerama-dev libxi-dev libxxf86vm-dev libwayland-dev libxkbcommon-dev nsis zip gzip tar xz-utils dpkg | sort
} >"$out/sabot-$version-tools.txt"
(cd "$out" && sha256sum -- * | tee SHA256SUMS)
