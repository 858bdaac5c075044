#!/bin/sh
# Runs a program with a network, processes and mounts of its own, so that nothing of the machine is touched and nothing is left behind.
# Without --inside it starts itself once more there; the shell stays as the first process, which takes in what others leave.
set -eu
if [ "$1" != --inside ]; then
  exec unshare --net --mount --pid --fork --kill-child --mount-proc sh "$0" --inside "$@"
fi
shift
mkdir -p /run/netns
mount -t tmpfs none /run/netns
"$@"
