import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { apiScopes, customerScopes } from '#contract/people/api-keys.ts'
import type { Part } from '#contract/parts/parts.ts'
import { signatureHeaders } from '#server/webhooks/sign-webhook.ts'
import { portOfProgram, sendingItsPort } from '../support/port-of-program.ts'
import { afterTheFile } from '../support/runner/after-the-file.ts'
import { programOf } from '../support/shops/api-keys.ts'
import { openShop } from '../support/shops/open-shop.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const shop = await openShop()
const catalogue = JSON.parse(await readFile(join(ROOT, 'catalogue/parts.json'), 'utf8')) as Part[]
for (const { name, partNumber, price, priceBreaks = [], available } of catalogue)
  await shop.addPart({ name, partNumber: partNumber!, price, priceBreaks, available })
const url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
const { key } = await programOf(shop, await shop.customer(), customerScopes)
const { key: shopKey } = await programOf(shop, await shop.admin(), apiScopes)

/** A folder where the client is installed. */
const folder = await mkdtemp(join(tmpdir(), 'teleforge-examples-'))
afterTheFile(() => rm(folder, { recursive: true }))
await mkdir(join(folder, 'node_modules/@teleforge'), { recursive: true })
await symlink(join(ROOT, 'clients/typescript'), join(folder, 'node_modules/@teleforge/client'))
await writeFile(join(folder, 'package.json'), '{ "type": "module" }')

/** The code blocks of a page in a language. */
async function blocksOf(page: string, language: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8')
  return [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].flatMap(([, name, block]) => (name === language ? [block!] : []))
}

/** Lines of a block as commands: a quoted text, or a backslash at the end, continues in the next one. */
function commandsOf(block: string): string[] {
  const commands: string[] = []
  let open = ''
  for (const line of block.split('\n')) {
    open += open === '' ? line : `\n${line}`
    if (line.endsWith('\\')) continue
    const isOpen = open.replaceAll(/"[^"]*"/g, '').split("'").length % 2 === 0
    if (isOpen) continue
    if (open.trim() !== '') commands.push(open)
    open = ''
  }
  return commands
}

/** What the pages call the rest. The sandbox takes the calls of the shop, and a mail that proves nothing is received, too. */
const OTHERS = { TEST_KEY: key, SHOP_URL: url, INBOUND_MAIL_SECRET: shop.services.settings.inboundMail.secrets[0]! }
await writeFile(join(folder, 'mail.eml'), 'From: buyer@example.com\r\nSubject: List\r\n\r\nTCB-5512-4K x 2000\r\n')

/** Runs the commands of a page in turn, each with the fields of the answers before. Address and key are this shop's. */
async function runCommands(page: string, ownKey: string): Promise<string[]> {
  const variables: Record<string, string> = { SHOP: `${url}/api`, KEY: ownKey, ...OTHERS }
  const failed: string[] = []
  for (const command of (await blocksOf(page, 'sh')).flatMap(commandsOf)) {
    const assigned = /^([A-Z]+)=(.*)$/.exec(command)
    if (assigned) {
      const given = `GIVEN=${assigned[2]}; printf %s "$GIVEN"`
      const { stdout } = await run('sh', ['-c', given], { cwd: folder, env: { ...process.env, ...variables } })
      variables[assigned[1]!] ??= stdout
      continue
    }
    const asked = command
      .replaceAll(/\bcurl /g, 'curl --silent --show-error --fail-with-body ')
      .replaceAll('https://parts.example.com', url)
    const answer = await run('sh', ['-ec', asked], { cwd: folder, env: { ...process.env, ...variables } }).catch(
      (error: { stdout: string; stderr: string }) => {
        failed.push(`${page}: ${command}\n${error.stdout}${error.stderr}`)
        return error
      },
    )
    Object.assign(variables, variablesOf(answer.stdout))
  }
  return failed
}

/** What the pages call fields of an answer. */
function variablesOf(answer: string): Record<string, string> {
  if (!answer.startsWith('{')) return {}
  const fields = JSON.parse(answer) as Record<string, unknown>
  const names = { ID: '_id', SECRET: 'secret', GROUP: 'groupId', NEXT: 'next' }
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, field]) => (typeof fields[field] === 'string' ? [[name, fields[field]]] : [])),
  )
}

/** Pages whose commands call the shop, with the key that they are for. */
const pages: [page: string, key: string][] = [
  ['docs/quotes.md', key],
  ['docs/api-keys.md', key],
  ['docs/agents.md', key],
  ['docs/sandbox.md', key],
  ['docs/services/mail.md', key],
  ['docs/erp.md', shopKey],
]

test.each(pages)('the commands of %s run as they are printed', async (page, ownKey) => {
  expect(await runCommands(page, ownKey)).toEqual([])
})

test('no page has a command that calls the shop and is not run', async () => {
  const all = [
    'README.md',
    'clients/typescript/README.md',
    ...(await readdir(join(ROOT, 'docs'), { recursive: true })).map((name) => `docs/${name}`),
  ]
  const texts = await Promise.all(
    all.filter((page) => page.endsWith('.md')).map(async (page) => [page, await readFile(join(ROOT, page), 'utf8')] as const),
  )
  const withCalls = texts.filter(([, text]) => /^ *curl /m.test(text)).map(([page]) => page)

  expect(withCalls.toSorted()).toEqual(pages.map(([page]) => page).toSorted())
})

test('the programs of the client’s page run as they are printed', async () => {
  const programs = await blocksOf('clients/typescript/README.md', 'ts')
  const env = { SHOP_URL: url, API_KEY: key, WEBHOOK_SECRET: 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==', PORT: '0' }
  const printed: string[] = []
  await restock('TCB-5512-4K')

  for (const [index, program] of programs.entries()) {
    const file = join(folder, `program-${index}.ts`)
    await writeFile(file, program)
    if (program.includes('createServer')) printed.push(await shownByServer(file, env))
    else printed.push((await run(process.execPath, ['--conditions=teleforge-source', file], { env })).stdout)
  }

  expect(printed).toEqual([
    expect.stringMatching(/^\d+ Q-\d{6} 163200 \d{4,} 1\n$/),
    '2 0 2\n',
    expect.stringMatching(/^Q-\d{6}\n[^]*O-\d{6} false\n/),
    expect.stringMatching(/^Line 1 \("TCB-5512"\) matches/),
    'message-1 O-000123\n',
  ])
})

/** What a page has counted is less what another has sold within the same second, because times of a count are in seconds. */
async function restock(partNumber: string): Promise<void> {
  const admin = await shop.admin()
  const part = (await admin.get('/allParts')).json<Part[]>().find((one) => one.partNumber === partNumber)!
  const answer = await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 0 }, added: 100_000 })
  expect(answer.json()).toMatchObject({ modifiedCount: 1 })
}

/** Starts a program that receives webhooks, sends it one that is signed and one that is not, and answers with what it prints. */
async function shownByServer(file: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=teleforge-source', ...sendingItsPort, file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  afterTheFile(async () => void child.kill())
  const port = await portOfProgram(child)
  const body = JSON.stringify({ type: 'order.shipped', timestamp: new Date().toISOString(), data: { _id: '1', number: 'O-000123' } })
  const send = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })
  const shown = once(child.stdout!, 'data')
  expect((await send({})).status).toBe(400)
  const { status } = await send(signatureHeaders({ id: 'message-1', body, secrets: [env['WEBHOOK_SECRET']!] }))
  expect(status).toBe(204)
  const [text] = (await shown) as [Buffer]
  child.kill()
  return text.toString()
}

test('the functions of docs/webhooks.md tell the shop’s messages from others', async () => {
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZg=='
  const body = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: {} })
  const headers = signatureHeaders({ id: 'message-1', body, secrets: [secret] })
  const [byHand, byClient] = await blocksOf('docs/webhooks.md', 'ts')
  await writeFile(join(folder, 'by-hand.ts'), byHand!)
  await writeFile(join(folder, 'by-client.ts'), byClient!)
  const program = `
    import { isFromShop } from ${JSON.stringify(pathToFileURL(join(folder, 'by-hand.ts')).href)}
    import { eventOf } from ${JSON.stringify(pathToFileURL(join(folder, 'by-client.ts')).href)}
    const { secret, headers, body } = JSON.parse(process.env.MESSAGE)
    const refused = await eventOf(secret, headers, body + ' ').catch(({ code }) => code)
    console.log(isFromShop(secret, headers, body), isFromShop(secret, headers, body + ' '), (await eventOf(secret, headers, body)).type, refused)`

  const { stdout } = await run(process.execPath, ['--conditions=teleforge-source', '--input-type=module', '--eval', program], {
    env: { MESSAGE: JSON.stringify({ secret, headers, body }) },
  })

  expect(stdout).toBe('true false ping SIGNATURE_WRONG\n')
})

test('the programs of the pages fit the types of the client', async () => {
  const programs = [...(await blocksOf('clients/typescript/README.md', 'ts')), ...(await blocksOf('docs/webhooks.md', 'ts'))]
  const files = programs.map((_, index) => join(folder, `typed-${index}.ts`))
  await Promise.all(files.map((file, index) => writeFile(file, programs[index]!)))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024', '--module', 'preserve', '--moduleResolution', 'bundler']
  const places = [
    '--allowImportingTsExtensions',
    '--customConditions',
    'teleforge-source',
    '--typeRoots',
    join(ROOT, 'node_modules/@types'),
    '--types',
    'node',
  ]

  const checked = run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...places, ...files], { cwd: folder })

  await expect(checked.catch((error: { stdout: string }) => error)).resolves.toMatchObject({ stdout: '' })
})
