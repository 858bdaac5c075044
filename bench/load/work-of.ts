import { sql } from 'drizzle-orm'
import type { Database } from '../../database/connect.ts'
import { processorMs } from '../baselines/processes.ts'

/** What a piece of work took: figures of processor time do not depend on who else uses the machine. All in milliseconds. */
export type Work = {
  /** By the clock. */
  wallMs: number
  /** Processor time of this process and of the database together; what the clock would say on a machine of one's own. */
  cpuMs: number
  /** The longest turn of the event loop, in processor time: so long everybody else waits. */
  turnMs: number
}

/** Does the work and says what it took. The database's share is known on Linux, with the database on the same machine. */
export async function measureWork(db: Database, work: () => Promise<unknown>): Promise<Work> {
  const before = await databaseCpuMs(db)
  const turns = watchTurns()
  const began = performance.now()
  const cpu = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  const wallMs = performance.now() - began
  const turnMs = turns.stop()
  return { wallMs, cpuMs: (user + system) / 1_000 + spentSince(before, await databaseCpuMs(db)), turnMs }
}

/** Looks at the main thread's processor time in each turn of the event loop. */
function watchTurns(): { stop(): number } {
  let longest = 0
  let last = process.threadCpuUsage()
  let isOver = false
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1_000)
    last = process.threadCpuUsage()
    // Not sooner: looking all the time would itself take what is measured.
    if (!isOver) setTimeout(() => setImmediate(look), 1)
  }
  look()
  return {
    stop() {
      isOver = true
      return longest
    },
  }
}

/** Processor time of each connection to this database, by its process. */
async function databaseCpuMs(db: Database): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pid from pg_stat_activity where datname = current_database()`)
  return new Map(rows.map(({ pid }) => [pid, processorMs([pid])]))
}

/** Processor time that the open connections took since then. Connections that were idle may have ended. */
const spentSince = (before: Map<number, number>, now: Map<number, number>): number =>
  [...now].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
