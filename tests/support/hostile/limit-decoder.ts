import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Encoder } from '#server/images/encoder.ts'
import { afterTheFile } from '../runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '../runner/hang-limit.ts'

/**
 * Until the end of the file, decoders get so much memory beyond what one takes for `small`: an allocation above it fails, so
 * that the picture is unreadable. Linux alone knows such a limit; elsewhere decoders are as usual.
 */
export async function limitDecoder(encoder: Encoder, small: () => Promise<unknown>, megabytes: number): Promise<void> {
  await small()
  const usual = await dataKilobytes(encoder)
  if (usual === undefined) return
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-decoder-'))
  const [node, limited] = [process.execPath, join(folder, 'node')]
  await writeFile(limited, `#!/bin/sh\nulimit -d ${usual + megabytes * 1_024}\nexec '${node}' "$@"\n`)
  await chmod(limited, 0o755)
  await endDecoder(encoder)
  process.execPath = limited
  afterTheFile(async () => {
    process.execPath = node
    await endDecoder(encoder)
    await rm(folder, { recursive: true })
  })
}

/** What the limit counts, in KiB: all that a process could write to, most of which it never does. */
async function dataKilobytes({ pid }: Encoder): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const data = /VmData:\s*(\d+)/.exec(status)?.[1]
  return data === undefined ? undefined : Number(data)
}

/** The next picture starts another one. */
async function endDecoder(encoder: Encoder): Promise<void> {
  if (encoder.pid !== undefined) process.kill(encoder.pid, 'SIGKILL')
  await vi.waitUntil(() => encoder.pid === undefined, { timeout: HANG_LIMIT_MS })
}
