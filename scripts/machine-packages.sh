#!/usr/bin/env bash
# Installs what some tests need and a fresh machine may lack. Where that is not possible it says so, and those tests are skipped
# with a reason of their own.
set -euo pipefail

missing=()
for program in strace curl perl chromium faketime; do
  command -v "$program" >/dev/null || missing+=("$program")
done
if [[ ${#missing[@]} -eq 0 ]]; then exit 0; fi

if [[ $(id -u) -ne 0 ]] || ! command -v apt-get >/dev/null; then
  echo "not installed (needs root and apt-get): ${missing[*]}"
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
{ apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1 ||
  echo "could not be installed: ${missing[*]}"
