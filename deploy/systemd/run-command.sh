#!/bin/sh
# Runs a command of the shop as its user, with the settings and secrets of teleforge.service. As root:
#
#   deploy/systemd/run-command.sh shop check
#   deploy/systemd/run-command.sh backup
#
# It runs the release that it lies in, so that a new one can be tried before `current` leads to it.
set -eu
: "${1:?name a command: shop check, shop verify, backup ...}"
release=$(cd "$(dirname "$0")/../.." && pwd -P)
# shellcheck disable=SC2016 # The shell of the service knows where its credentials are.
exec systemd-run --quiet --pipe --wait --collect --uid=teleforge --gid=teleforge --working-directory="$release" \
  --property=StateDirectory=teleforge --property=StateDirectoryMode=0750 --property=UMask=0077 \
  --property=EnvironmentFile=/etc/teleforge/shop.env \
  --property=LoadCredential=auth-secret:/etc/teleforge/auth-secret \
  --property=LoadCredential=stripe-secret-key:/etc/teleforge/stripe-secret-key \
  --property=LoadCredential=stripe-webhook-secret:/etc/teleforge/stripe-webhook-secret \
  --property=LoadCredential=smtp-url:/etc/teleforge/smtp-url \
  --setenv=PATH="$release/node_modules/.bin:/usr/local/bin:/usr/bin:/bin" \
  --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/teleforge --setenv=BACKUP_DIR=/var/backups/teleforge \
  sh -c '
    export AUTH_SECRET_FILE="$CREDENTIALS_DIRECTORY/auth-secret"
    export STRIPE_SECRET_KEY_FILE="$CREDENTIALS_DIRECTORY/stripe-secret-key"
    export STRIPE_WEBHOOK_SECRET_FILE="$CREDENTIALS_DIRECTORY/stripe-webhook-secret"
    export SMTP_URL_FILE="$CREDENTIALS_DIRECTORY/smtp-url"
    name=$1 && shift
    exec node "server/run/commands/$name.ts" "$@"
  ' sh "$@"
