#!/usr/bin/env bash
# Makes the folder secrets/ of compose.yaml: random secrets where none is there yet, and says which files you write yourself.
#
#   deploy/make-secrets.sh
set -euo pipefail
cd "$(dirname "$0")/.."

# Others may not enter the folder. The files in it are readable, because the shop's user in its container has another number.
mkdir -p -m 700 secrets
umask 022
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

[ -e secrets/auth-secret ] || random > secrets/auth-secret
[ -e secrets/database-password ] || random > secrets/database-password
[ -e secrets/database-url ] || printf 'postgres://shop:%s@database:5432/shop' "$(cat secrets/database-password)" > secrets/database-url

for name in stripe-secret-key stripe-webhook-secret smtp-url; do
  [ -s "secrets/$name" ] || echo "Write secrets/$name yourself."
done
