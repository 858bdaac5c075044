import { execFile } from 'node:child_process'
import { access, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { webhookEvents } from '#contract/people/webhooks.ts'
import { clientSource } from './client-source.ts'

const CLIENT = join(import.meta.dirname, '../../clients/typescript')
const TSC = join(import.meta.dirname, '../../node_modules/.bin/tsc')
const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'teleforge-client-'))
afterAll(() => rm(folder, { recursive: true }))

test('the client has what the contract says: `npm run generate-client` changes nothing', async () => {
  for (const [name, text] of Object.entries(await clientSource())) {
    expect(await readFile(join(CLIENT, 'src/generated', name), 'utf8'), name).toBe(text)
  }
})

test('the client knows every event of webhooks', async () => {
  const source = await readFile(join(CLIENT, 'src/verify-webhook.ts'), 'utf8')

  expect(webhookEvents.filter((event) => !source.includes(`'${event}'`))).toEqual([])
})

test('the client iterates over each list whose pages go on behind a row', async () => {
  const calls = await readFile(join(CLIENT, 'src/generated/calls.ts'), 'utf8')
  const iterators = await readFile(join(CLIENT, 'src/iterate.ts'), 'utf8')

  const lists: string[] = []
  let [group, call] = ['', '']
  for (const [, groupName, callName] of calls.matchAll(/^ {2}(\w+): \{$|^ {4}(\w+)\(|^ {6}after\?: string \| undefined$/gm)) {
    if (groupName) group = groupName
    else if (callName) call = callName
    else lists.push(`calls.${group}.${call}(`)
  }

  expect(lists).toContain('calls.orders.all(')
  expect(lists.filter((list) => !iterators.includes(list))).toEqual([])
})

test('the built client stands alone: it imports nothing, and its types fit a program without the shop, however strict', async () => {
  const installed = join(folder, 'node_modules/@teleforge/client')
  const dist = join(installed, 'dist')
  await run(TSC, ['-p', CLIENT, '--outDir', dist])
  await copyFile(join(CLIENT, 'package.json'), join(installed, 'package.json'))
  await writeFile(
    join(folder, 'program.mts'),
    `import { createClient, verifyWebhook, type ListedPart, type Quote, type TeleforgeError } from '@teleforge/client'
declare const given: {
  apiKey: string | undefined; ms: number | undefined; signal: AbortSignal | undefined; text: string | undefined; pieces: number | undefined
  state: 'paid' | undefined
}
const { apiKey, ms, signal, text, pieces, state } = given
const client = createClient({ url: 'https://parts.example.com', apiKey, timeoutMs: ms, retries: pieces, maxWaitMs: ms, fetch: undefined })
const options = { signal, timeoutMs: ms, idempotencyKey: text }
export const again = client.quotes.save({ name: text, lines: [{ text: 'A', quantity: pieces, partsId: text }] }, options)
export const shipped = client.orders.ship('1', undefined, options)
export const someOrders = client.orders.all({ state, q: text, page: pieces }, options)
export const eachOrder = client.each.orders({ customer: 'ann@example.com', state, q: text })
export const changed = client.partDesk.moveStock('1', { change: 'add', pieces: 1, seen: 1, reason: 'received', note: '' }, options)
/** What an answer leaves out is no value. */
export const expectedOf = (part: ListedPart): { expected?: { date: string } } => part
export const fieldsOf = ({ fields, answer }: TeleforgeError) => [fields[0]?.field, answer?.requestId]
export const quote: Promise<Quote> = client.quotes.save({ lines: [{ text: 'TCB-5512-4K' }] })
export const file: Promise<Response> = client.papers.document('1', 'pdf')
// @ts-expect-error -- there is no such format
export const wrong = client.papers.document('1', 'doc')
export const event = verifyWebhook('', {}, 'whsec_').then((message) => message.type === 'order.shipped' && message.data.number)
`,
  )
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noPropertyAccessFromIndexSignature']
  await run(TSC, ['--noEmit', ...strict, '--target', 'es2022', '--module', 'nodenext', '--types', '', join(folder, 'program.mts')], {
    cwd: folder,
  })
  const { main, types } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { main: string; types: string }
  await Promise.all([main, types].map((file) => access(join(installed, file))))

  const scripts = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(scripts.map((name) => readFile(join(dist, name), 'utf8')))
  expect(
    texts
      .flatMap((text) => [...text.matchAll(/(?:from|import\()\s*'([^']*)'/g)].map(([, name]) => name))
      .filter((name) => !name!.startsWith('.')),
  ).toEqual([])
  await expect(import(pathToFileURL(join(dist, 'teleforge.js')).href)).resolves.toHaveProperty('createClient')
})
