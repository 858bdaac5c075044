#!/usr/bin/env bash
# Makes the folder secrets/ of compose.yaml: random secrets where none is there yet, empty files for those that you write yourself.
#
#   deploy/make-secrets.sh
set -euo pipefail
cd "$(dirname "$0")/.."

# Others may not enter the folder. The files in it are readable, because the users of the containers have other numbers.
mkdir -p secrets
chmod 700 secrets
cd secrets
umask 022
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

[ -s auth-secret ] || random > auth-secret
[ -s database-password ] || random > database-password
[ -s database-url ] || printf 'postgres://shop:%s@database:5432/shop' "$(cat database-password)" > database-url

yours=(stripe-secret-key stripe-webhook-secret smtp-url)
for name in "${yours[@]}"; do
  [ -s "$name" ] || { : > "$name"; echo "Write secrets/$name yourself."; }
done
chmod 644 auth-secret database-password database-url "${yours[@]}"
