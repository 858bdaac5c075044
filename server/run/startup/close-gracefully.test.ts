import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { REFUSED } from '../processes/part.ts'

/** The code with which a process ends whose steps of closing do this. */
async function codeOf(code: number, step: string): Promise<number> {
  const program = `
    import { closeGracefully } from '#server/run/startup/close-gracefully.ts'
    const log = { error() {}, fatal() {} }
    const closing = closeGracefully(60_000, log, 'all')
    closing.onClose(async () => { ${step} })
    closing.close(${code})`
  const [ended] = (await once(spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' }), 'exit')) as [number]
  return ended
}

test('a start that was refused ends with the code that says not to try again, also when closing fails', async () => {
  const fails = `throw new Error('The database has gone.')`

  expect(await Promise.all([codeOf(REFUSED, ''), codeOf(REFUSED, fails), codeOf(0, fails), codeOf(0, '')])).toEqual([
    REFUSED,
    REFUSED,
    1,
    0,
  ])
})
