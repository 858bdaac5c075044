import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Starts the built shop in trial mode on an empty folder, opens a page and stops it, so that its code is compiled when the image starts
 * (server/main.ts keeps that beside the packages). An image of a shop that does not start is not built.
 */

const PAGES = ['/', '/inventory', '/api/allPartsCount']

const room = await mkdtemp(join(tmpdir(), 'teleforge-once-'))
const shop = spawn(process.execPath, ['server/main.ts'], {
  env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', DATA_DIR: join(room, 'data') },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(shop, 'exit')
try {
  for await (const line of createInterface({ input: shop.stdout })) {
    console.log(line)
    const address = / is open at (\S+)/.exec(line)?.[1]
    if (!address) continue
    for (const page of PAGES) {
      const { status } = await fetch(address + page)
      if (status !== 200) throw new Error(`${page} is answered with ${status}.`)
    }
    shop.kill('SIGTERM')
  }
} finally {
  shop.kill('SIGTERM')
  const [code] = await ended
  await rm(room, { recursive: true, force: true })
  if (code !== 0) process.exitCode = 1
}
