import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './open-cluster.ts'

/** Something that happens to a cluster, until it is over. */
export type Fault = (cluster: Cluster) => Promise<void>

/** Longer than Patroni's `ttl`, so that another node is promoted meanwhile. */
const LONG_MS = 40_000
const ETCD_AWAY_MS = 20_000

const leaderOf = async (cluster: Cluster) => (await cluster.leader())! // a healthy cluster has one

export const faults = {
  'the primary is killed': async (cluster) => {
    const leader = await leaderOf(cluster)
    cluster.signal(leader, 'SIGKILL')
    await delay(LONG_MS)
    await cluster.start(leader)
  },
  'the primary freezes and wakes': async (cluster) => {
    const leader = await leaderOf(cluster)
    cluster.signal(leader, 'SIGSTOP')
    await delay(LONG_MS)
    cluster.signal(leader, 'SIGCONT')
  },
  'the primary is changed by hand': async (cluster) => cluster.switchOver(await leaderOf(cluster)),
  'the network of the primary is cut': async (cluster) => {
    const leader = await leaderOf(cluster)
    cluster.cable(leader, 'down')
    await delay(LONG_MS)
    cluster.cable(leader, 'up')
  },
  'etcd is away': async (cluster) => {
    cluster.signalEtcd('SIGSTOP')
    await delay(ETCD_AWAY_MS)
    cluster.signalEtcd('SIGCONT')
  },
  'the synchronous standby freezes': async (cluster) => {
    const standby = await cluster.synchronousStandby()
    cluster.signal(standby, 'SIGSTOP')
    await delay(LONG_MS)
    cluster.signal(standby, 'SIGCONT')
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]
