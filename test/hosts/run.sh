#!/bin/bash
# Installs Redis and Slurm where they are not (Debian, Ubuntu; as root), and runs the tests that need them; then prints what a job of the queue costs.
set -euo pipefail
cd "$(dirname "$0")/../.."
missing=()
command -v redis-server >/dev/null || missing+=(redis-server)
command -v openssl >/dev/null || missing+=(openssl)
command -v slurmctld >/dev/null || missing+=(slurm-wlm munge)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
RINGMAIN_HOSTS=1 npx vitest run --project program test/hosts --maxWorkers=1
node test/hosts/overhead.mjs
