import { readFileSync } from 'node:fs'

/** With TEST_WALL_CLOCK=1 the limits of the tests are held against wall-clock time. Only a machine without other work keeps them. */
const isByWallClock = process.env['TEST_WALL_CLOCK'] === '1'

/** A tick of Linux's process table, in milliseconds. */
const MS_PER_TICK = 10

/**
 * Starts a stopwatch and answers with a function that tells the milliseconds since then: the processor time of this process,
 * which does not depend on what else the machine does, or wall-clock time with TEST_WALL_CLOCK=1.
 * @param helper the id of a process whose processor time counts as well
 */
export function startStopwatch(helper: () => number | undefined = () => undefined): () => number {
  if (isByWallClock) {
    const begun = performance.now()
    return () => performance.now() - begun
  }
  const [begun, pid] = [process.cpuUsage(), helper()]
  const before = processorMsOf(pid)
  return () => {
    const { user, system } = process.cpuUsage(begun)
    const ofHelper = processorMsOf(helper()) - (helper() === pid ? before : 0)
    return (user + system) / 1_000 + ofHelper
  }
}

/** Processor time that another process has taken so far, in milliseconds; 0 when there is no such process, and where there is no /proc. */
export function processorMsOf(pid: number | undefined): number {
  const [, fields] = readProcess(pid).split(') ')
  const [userTicks, systemTicks] = fields?.split(' ').slice(11, 13) ?? []
  return fields === undefined ? 0 : (Number(userTicks) + Number(systemTicks)) * MS_PER_TICK
}

function readProcess(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
