#!/usr/bin/env bash
# Brings the real parts that tests and demo need: etcd, etcdctl, Docker, iptables, Caddy, a static busybox, openssl, curl, and what
# network namespaces take.
# As root on Debian it installs what is missing; elsewhere it says what is missing and fails.
set -euo pipefail

declare -A package_of=(
  [etcd]=etcd-server [etcdctl]=etcd-client [caddy]=caddy [dockerd]=docker.io
  [iptables]=iptables [busybox]=busybox-static [openssl]=openssl [curl]=curl [ip]=iproute2
  [perl]=perl [nsenter]=util-linux
)
export PATH="$PATH:/usr/sbin:/sbin"

missing=()
for command in "${!package_of[@]}"; do
  command -v "$command" >/dev/null || missing+=("$command")
done
# A dynamically linked busybox can't run in an empty image.
if command -v busybox >/dev/null && ldd "$(command -v busybox)" >/dev/null 2>&1; then missing+=(busybox); fi
((${#missing[@]} == 0)) && exit 0

packages=()
for command in "${missing[@]}"; do packages+=("${package_of[$command]}"); done

if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
  echo "missing: ${missing[*]}" >&2
  echo "install them (Debian's packages: ${packages[*]}), or run as root on Debian to have it done" >&2
  exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "installing ${packages[*]}"
# The packages' services must not start: the project starts its own copies.
policy=/usr/sbin/policy-rc.d
if [[ ! -e $policy ]]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
  trap 'rm -f "$log" "$policy"' EXIT
fi
if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "installing ${packages[*]} failed" >&2
  exit 1
fi
