import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { clusterFile, HOST, nodeFile, PROXY_PORT, proxyFile, type NodeName, nodeNames, addressOf, PASSWORD } from './cluster-files.ts'

/** A member as Patroni's `/cluster` tells it. */
type Member = { name: NodeName; role: string; state: string }

/** Three nodes of PostgreSQL and Patroni, each in a network namespace of its own, with one etcd and one HAProxy. */
export type Cluster = {
  /** Addresses for `DATABASE_URL`: of all three nodes, and of the proxy. */
  urls: { hosts: string; proxy: string }
  /** The node that holds the leader's lock; undefined while none does. */
  leader(): Promise<NodeName | undefined>
  /** A node whose copy every commit waits for. */
  synchronousStandby(): Promise<NodeName>
  /** Until all three replicate, one of them synchronously. */
  healthy(): Promise<void>
  /** Sends a signal to each process of a node. */
  signal(node: NodeName, signal: NodeJS.Signals): void
  /** Starts a node whose processes were killed. */
  start(node: NodeName): Promise<void>
  /** Takes a node's cable out, or puts it back. */
  cable(node: NodeName, state: 'up' | 'down'): void
  signalEtcd(signal: NodeJS.Signals): void
  switchOver(from: NodeName): Promise<void>
  stop(): Promise<void>
}

/** How long a cluster may take to form, or to be whole again after a fault: a copy of the database may be needed. */
const HEALTHY_LIMIT_MS = 180_000
/** A question to Patroni; a frozen node accepts connections and says nothing. */
const ANSWER_LIMIT_MS = 500
const PATRONI_PORT = 8008

const ip = (...words: string[]) => execFileSync('ip', words, { encoding: 'utf8' })

/**
 * @param folder empty, reachable for the user `postgres`
 * @param programs paths of Patroni's program and of PostgreSQL's programs
 */
export async function openCluster(folder: string, programs: { patroni: string[]; postgres: string }): Promise<Cluster> {
  const user = { uid: idOf('-u'), gid: idOf('-g') }
  const run = async (name: string, [program, ...words]: string[]): Promise<ChildProcess> => {
    const log = await open(join(folder, `${name}.log`), 'a')
    const started = spawn(program!, words, { stdio: ['ignore', log.fd, log.fd] })
    started.once('exit', () => void log.close())
    return started
  }
  const start = async (node: NodeName) => {
    const asPostgres = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--init-groups']
    await run(node, ['ip', 'netns', 'exec', node, ...asPostgres, ...programs.patroni, join(folder, `${node}.yml`)])
  }

  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'cluster', 'type', 'bridge')
  ip('addr', 'add', `${HOST}/24`, 'dev', 'cluster')
  ip('link', 'set', 'cluster', 'up')
  const etcd = await run('etcd', ['etcd', ...clusterFile(join(folder, 'etcd'))])
  for (const node of nodeNames) {
    plugIn(node)
    const room = join(folder, node)
    await mkdir(room, { mode: 0o700 })
    await chown(room, user.uid, user.gid)
    await writeFile(join(folder, `${node}.yml`), nodeFile(node, room, programs.postgres), { mode: 0o644 })
    await start(node)
  }
  await writeFile(join(folder, 'haproxy.cfg'), proxyFile())
  const proxy = await run('haproxy', ['haproxy', '-f', join(folder, 'haproxy.cfg')])

  const members = async (): Promise<Member[]> => {
    const told = await Promise.all(nodeNames.map((node) => askPatroni<{ members: Member[] }>(node, '/cluster')))
    return told.find((answer) => answer !== undefined)?.members ?? []
  }
  const cluster: Cluster = {
    urls: {
      hosts: `postgres://postgres:${PASSWORD}@${nodeNames.map((node) => `${addressOf(node)}:5432`).join(',')}/postgres?target_session_attrs=read-write`,
      proxy: `postgres://postgres:${PASSWORD}@${HOST}:${PROXY_PORT}/postgres`,
    },
    async leader() {
      const answers = await Promise.all(nodeNames.map((node) => askPatroni(node, '/primary')))
      return nodeNames.find((_, index) => answers[index] !== undefined)
    },
    async synchronousStandby() {
      return (await members()).find(({ role }) => role === 'sync_standby')!.name // there is one in a healthy cluster
    },
    async healthy() {
      const deadline = performance.now() + HEALTHY_LIMIT_MS
      for (;;) {
        const all = await members()
        const count = (role: string, state: string) => all.filter((one) => one.role === role && one.state === state).length
        if (count('leader', 'running') === 1 && count('sync_standby', 'streaming') === 1 && count('replica', 'streaming') === 1) return
        if (performance.now() > deadline) throw new Error(`The cluster is not whole: ${JSON.stringify(all)}. Its logs are in ${folder}.`)
        await delay(200)
      }
    },
    signal(node, signal) {
      for (const pid of ip('netns', 'pids', node).split('\n').filter(Boolean)) kill(Number(pid), signal)
    },
    start,
    cable: (node, state) => void ip('link', 'set', `to-${node}`, state),
    signalEtcd: (signal) => void etcd.kill(signal),
    async switchOver(from) {
      const answer = await fetch(`http://${addressOf(from)}:${PATRONI_PORT}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from }),
      })
      if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`)
    },
    async stop() {
      for (const node of nodeNames) cluster.signal(node, 'SIGKILL')
      for (const program of [proxy, etcd]) {
        program.kill('SIGKILL')
        await once(program, 'exit')
      }
    },
  }
  return cluster
}

const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))

/** A namespace with one cable to the bridge. */
function plugIn(node: NodeName): void {
  ip('netns', 'add', node)
  ip('link', 'add', `to-${node}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', node)
  ip('link', 'set', `to-${node}`, 'master', 'cluster', 'up')
  ip('-n', node, 'link', 'set', 'lo', 'up')
  ip('-n', node, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0')
  ip('-n', node, 'link', 'set', 'eth0', 'up')
}

/** What a node's Patroni says; undefined without an answer, or for a status that is not 200. */
async function askPatroni<T>(node: NodeName, path: string): Promise<T | undefined> {
  try {
    const answer = await fetch(`http://${addressOf(node)}:${PATRONI_PORT}${path}`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    const told = (await answer.json()) as T
    return answer.ok ? told : undefined
  } catch {
    return undefined
  }
}

/** A process may have ended since it was listed. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
