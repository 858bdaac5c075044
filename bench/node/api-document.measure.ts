import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openShop } from '../../tests/support/shops/open-shop.ts'
import { report } from '../measured.ts'

const LINTER = join(import.meta.dirname, '../node_modules/@redocly/cli/bin/cli.js')
/** The recommended rule that does not apply: the API has no licence. */
const SKIPPED = ['info-license']

type Problem = { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }

/** What the linter says of a document. It exits with an error when it finds one. */
function lint(file: string): Promise<Problem[]> {
  const skipped = SKIPPED.flatMap((rule) => ['--skip-rule', rule])
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((done, fail) => {
    execFile(process.execPath, [LINTER, 'lint', file, '--format=json', ...skipped], { env, maxBuffer: 2 ** 26 }, (error, stdout) => {
      if (stdout.startsWith('{')) done((JSON.parse(stdout) as { problems: Problem[] }).problems)
      else fail(error ?? new Error(`The linter said: ${stdout}`))
    })
  })
}

test('what a known linter says of the API document', async () => {
  const shop = await openShop({ env: { SHOP_URL: 'https://parts.example.net' } })
  const folder = await mkdtemp(join(tmpdir(), 'teleforge-api-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, (await shop.visitor.get('/openapi.json')).body)

  const problems = await lint(file)
  await rm(folder, { recursive: true })

  for (const { severity, ruleId, message, location } of problems)
    process.stdout.write(`${severity} ${ruleId}: ${message} ${location[0]?.pointer ?? ''}\n`)
  report({ what: 'Problems of the API document, by Redocly’s recommended rules', found: problems.length, unit: '', atMost: 0 })
  expect(problems).toBeInstanceOf(Array)
})
