import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export type LoadOptions = {
  url: string
  seconds: number
  /** Visitors at a time; each asks again as soon as it is answered. */
  connections: number
  paths: string[]
  /** Most requests in a second, all visitors together. */
  perSecond?: number
  /** Of somebody who is signed in. */
  token?: string
}

export type LoadResult = {
  requestsPerSecond: number
  /** In ms. */
  p50: number
  p99: number
  /** Number of answers by status. */
  statuses: Record<string, number>
  /** Requests without an answer. */
  errors: number
}

const PROGRAM = fileURLToPath(new URL('./load-generator.ts', import.meta.url))

/** Asks for these paths in turn for so long. */
export async function putUnderLoad(options: LoadOptions): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, JSON.stringify(options)])
  return JSON.parse(stdout) as LoadResult
}
