import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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
  for (const [, groupName, callName] of calls.matchAll(/^ {2}(\w+): \{$|^ {4}(\w+)\(|^ {6}after\?: string$/gm)) {
    if (groupName) group = groupName
    else if (callName) call = callName
    else lists.push(`calls.${group}.${call}(`)
  }

  expect(lists).toContain('calls.orders.all(')
  expect(lists.filter((list) => !iterators.includes(list))).toEqual([])
})

test('the built client stands alone: it imports nothing, and its types fit a program without the shop', async () => {
  const dist = join(folder, 'dist')
  await run(TSC, ['-p', CLIENT, '--outDir', dist])
  await writeFile(
    join(folder, 'program.mts'),
    `import { createClient, verifyWebhook, type Quote } from './dist/teleforge.js'
const client = createClient({ url: 'https://parts.example.com' })
export const quote: Promise<Quote> = client.quotes.save({ lines: [{ text: 'TCB-5512-4K' }] })
export const file: Promise<Response> = client.papers.document('1', 'pdf')
// @ts-expect-error -- there is no such format
export const wrong = client.papers.document('1', 'doc')
export const event = verifyWebhook('', {}, 'whsec_').then((message) => message.type === 'order.shipped' && message.data.number)
`,
  )
  await run(TSC, ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', '', join(folder, 'program.mts')], {
    cwd: folder,
  })

  const scripts = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(scripts.map((name) => readFile(join(dist, name), 'utf8')))
  expect(
    texts
      .flatMap((text) => [...text.matchAll(/(?:from|import\()\s*'([^']*)'/g)].map(([, name]) => name))
      .filter((name) => !name!.startsWith('.')),
  ).toEqual([])
  await expect(import(pathToFileURL(join(dist, 'teleforge.js')).href)).resolves.toHaveProperty('createClient')
})
