#!/bin/sh
# Builds an OCI image without an image registry, from a Debian root file system, the locked npm package of Node, and the program.
# Needs root, npm, mmdebstrap and umoci. Usage: deploy/image.sh FOLDER [ROOTFS.tar]
# FOLDER becomes an OCI layout with the tag "latest". If ROOTFS.tar is given, no root file system is downloaded.
set -eu

[ $# -ge 1 ] || { echo "Usage: deploy/image.sh FOLDER [ROOTFS.tar]" >&2; exit 2; }
image=$1
rootfs=${2:-}
cd "$(dirname "$0")/.."
for tool in npm umoci ${rootfs:+tar}; do
  command -v "$tool" >/dev/null || { echo "$tool is missing; on Debian: apt-get install npm umoci mmdebstrap" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "$rootfs" ]; then
  rootfs=$work/rootfs.tar
  # Node needs libatomic1, which Debian does not install by default.
  mmdebstrap --variant=minbase --include=ca-certificates,libatomic1 bookworm "$rootfs"
fi

# The packages for development include Node. Only Node is copied from them.
program=$work/program
mkdir -p "$program"
cp -R package.json package-lock.json .npmrc LICENSE runtime scripts bin src "$program/"
(cd "$program" && npm ci && cp "$(readlink -f node_modules/.bin/node)" "$work/node" && npm ci --omit=dev)
rm -rf "$program/runtime" "$program/scripts" "$program/package-lock.json" "$program/.npmrc"
find "$program/src" -name '*.test.ts' -delete

umoci init --layout "$image"
umoci new --image "$image:latest"
umoci unpack --image "$image:latest" "$work/bundle"
root=$work/bundle/rootfs
tar -xf "$rootfs" -C "$root" --numeric-owner --exclude='./dev/*'
echo 'congress-trades:x:10001:10001::/data:/usr/sbin/nologin' >>"$root/etc/passwd"
echo 'congress-trades:x:10001:' >>"$root/etc/group"
install -m 0755 "$work/node" "$root/usr/bin/node"
mkdir -p "$root/opt"
mv "$program" "$root/opt/congress-trades"
chown -R 0:0 "$root/opt/congress-trades"
chmod -R go+rX "$root/opt/congress-trades"
install -d -o 10001 -g 10001 -m 0700 "$root/data"
umoci repack --image "$image:latest" "$work/bundle"
umoci config --image "$image:latest" --config.user 10001:10001 --config.workingdir /opt/congress-trades \
  --config.env NODE_ENV=production --config.env DATA_DIR=/data --config.env HOST=0.0.0.0 \
  --config.volume /data --config.exposedports 3000 \
  --config.entrypoint /usr/bin/node --config.entrypoint /opt/congress-trades/bin/congress-trades.js --config.cmd serve
echo "$image:latest"
