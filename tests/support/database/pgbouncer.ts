import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionSettings } from '#database/connect.ts'
import { afterTheFile } from '../runner/after-the-file.ts'

/** The program; PGBOUNCER names another one. Debian has it as a package. */
export const PGBOUNCER = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer'

/** Of the name of its socket: the usual one. */
const PORT = 6432

/** It does not run as root. */
const NOBODY = 65_534
const START_LIMIT_MS = 20_000

export type PgBouncer = {
  /** The folder of its socket. As it listens on no port, none can be taken. */
  host: string
  port: number
  /** Ends it at once, with all connections. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** PgBouncer in front of the server of this run, which trusts this user; ends with the file. */
export async function openPgBouncer(
  mode: 'session' | 'transaction',
  { connectionString, host = '', port = 5432 }: ConnectionSettings,
  user: string,
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-pgbouncer-'))
  await chmod(folder, 0o777)
  const outside = connectionString ? new URL(connectionString) : undefined
  const server = outside ? `host=${outside.hostname} port=${outside.port || 5432}` : `host=${host} port=${port}`
  await writeFile(join(folder, 'users.txt'), `"${user}" "${user}"\n`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = ${server}
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
max_client_conn = 200
default_pool_size = ${mode === 'session' ? 30 : 8}
server_idle_timeout = 1
`,
  )
  let child: ChildProcess
  const bouncer: PgBouncer = {
    host: folder,
    port: PORT,
    async start() {
      const nobody = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
      child = spawn(PGBOUNCER, [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...nobody })
      const deadline = performance.now() + START_LIMIT_MS
      while (!(await listens(folder))) {
        if (child.exitCode !== null || performance.now() > deadline) throw new Error('PgBouncer did not start.')
        await delay(20)
      }
    },
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
  await bouncer.start()
  afterTheFile(async () => {
    await bouncer.kill()
    await rm(folder, { recursive: true, force: true })
  })
  return bouncer
}

const listens = (folder: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ path: join(folder, `.s.PGSQL.${PORT}`) }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
