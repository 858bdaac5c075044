import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog, prettyPrinter } from './log.ts'

test('in development a line of the log has time, level and sentence, and its fields behind them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-log-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'log')
  const printer = prettyPrinter(file)
  const log = createLog('info', printer)

  log.info({ job: 'mails' }, 'a job did not get its lock')
  log.error({ err: new Error('no answer from ann@example.com') }, 'a job failed')
  printer.end()
  await once(printer, 'close')

  const [info, error, ...stack] = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(info).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: a job did not get its lock \{"job":"mails"\}$/)
  expect(error).toMatch(/^\[\d\d:\d\d:\d\d\] ERROR: a job failed/)
  expect(stack.join('\n')).toContain('log.test.ts')
  expect(stack.join('\n')).toContain('no answer from (address)')
})
