/** The files of the cluster that docs/cluster.md describes, for three nodes in namespaces of one machine. */

export const nodeNames = ['n1', 'n2', 'n3'] as const
export type NodeName = (typeof nodeNames)[number]

/** Where the shops, etcd and the proxy are, as the nodes see it. */
export const HOST = '10.54.0.254'
export const PROXY_PORT = 6432
/** Of a cluster that nobody else can reach, and that ends with its trial. */
export const PASSWORD = 'cluster-on-trial'

export const addressOf = (node: NodeName) => `10.54.0.${nodeNames.indexOf(node) + 1}`

const ETCD_PORT = 2379

/** The arguments of etcd. */
export const clusterFile = (folder: string): string[] => [
  '--data-dir',
  folder,
  '--listen-client-urls',
  `http://${HOST}:${ETCD_PORT}`,
  '--advertise-client-urls',
  `http://${HOST}:${ETCD_PORT}`,
]

/** Patroni's file; what is YAML may be written as JSON. */
export function nodeFile(node: NodeName, folder: string, postgresPrograms: string): string {
  const address = addressOf(node)
  return JSON.stringify({
    scope: 'shop',
    name: node,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { host: `${HOST}:${ETCD_PORT}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 120, wal_log_hints: 'on', wal_keep_size: '256MB', password_encryption: 'scram-sha-256' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['local all all trust', 'host replication replicator 10.54.0.0/24 scram-sha-256', 'host all all 10.54.0.0/24 scram-sha-256'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: `${folder}/data`,
      bin_dir: postgresPrograms,
      pgpass: `${folder}/pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
        rewind: { username: 'rewinder', password: PASSWORD },
      },
      parameters: { unix_socket_directories: folder },
    },
    // A machine of one's own has one (docs/cluster.md); a namespace has none.
    watchdog: { mode: 'off' },
  })
}

/** HAProxy leads to the node that holds the leader's lock, and leaves it after one failed question. */
export const proxyFile = (): string => `
global
    maxconn 1000
defaults
    mode tcp
    retries 2
    timeout connect 2s
    timeout client 30m
    timeout server 30m
    timeout check 1s
listen primary
    bind ${HOST}:${PROXY_PORT}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 1s fall 1 rise 1 on-marked-down shutdown-sessions check port 8008
${nodeNames.map((node) => `    server ${node} ${addressOf(node)}:5432`).join('\n')}
`
