#!/bin/bash
# Installs Redis, Slurm and two MPIs where they are not (Debian, Ubuntu; as root), and runs the tests that need them; then prints what a job of the queue, an
# exchange and an attempt of two ranks cost.
# bash test/hosts/run.sh mpi: the tests of ranks alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
only=${1:-}
missing=()
if [ "$only" != mpi ]; then
  command -v redis-server >/dev/null || missing+=(redis-server)
  command -v openssl >/dev/null || missing+=(openssl)
  command -v slurmctld >/dev/null || missing+=(slurm-wlm munge)
fi
command -v mpirun.openmpi >/dev/null || missing+=(openmpi-bin libopenmpi-dev)
command -v mpirun.mpich >/dev/null || missing+=(mpich libmpich-dev)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
RINGMAIN_HOSTS=1 npx vitest run --project program "test/hosts/$only" --maxWorkers=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpirun.openmpi --oversubscribe -np 2 node test/hosts/exchange.mjs
mpirun.mpich -bind-to core -np 2 node test/hosts/exchange.mjs
mpirun.openmpi --oversubscribe -np 2 node test/hosts/attempts.mjs 1000 1 wasm native
[ "$only" = mpi ] || node test/hosts/overhead.mjs
