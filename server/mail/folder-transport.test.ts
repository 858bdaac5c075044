import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderTransport } from './folder-transport.ts'
import type { OutgoingMail } from './transport.ts'

let parent: string
let folder: string
let written: [string, string][]

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'teleforge-mail-'))
  folder = join(parent, 'data', 'mail')
  written = []
})

afterEach(() => rm(parent, { recursive: true }))

const sampleMail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  kind: 'verify-email',
  queuedAt: new Date('2026-01-31T10:15:30.123Z'),
  to: 'ann@example.com',
  subject: 'Please confirm your email address',
  body: 'Hello,\n\nopen the link.\n',
  html: '<!doctype html><p>Hello</p>',
  ...changes,
})

const transport = () => folderTransport(folder, (recipient, path) => written.push([recipient, path]))

test('a mail becomes a readable file of its own, and its path is told', async () => {
  await transport().send(sampleMail())

  const path = join(folder, '20260131T101530123Z-1a2b3c4d-verify-email-ann@example.com.txt')
  expect(written).toEqual([['ann@example.com', path]])
  expect(await readFile(path, 'utf8')).toBe(
    [
      'To: ann@example.com',
      'Subject: Please confirm your email address',
      'Date: Sat, 31 Jan 2026 10:15:30 GMT',
      '',
      'Hello,',
      '',
      'open the link.',
      '',
    ].join('\n'),
  )
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('beside it stands the same for a browser, as far as there is HTML', async () => {
  await transport().send(sampleMail())
  await transport().send(sampleMail({ id: '9f8e7d6c-0000-4000-8000-000000000000', html: '' }))

  const path = join(folder, '20260131T101530123Z-1a2b3c4d-verify-email-ann@example.com.html')
  expect(await readFile(path, 'utf8')).toBe('<!doctype html><p>Hello</p>')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).filter((name) => name.endsWith('.html'))).toHaveLength(1)
})

test('a mail that is sent again is the same two files; another mail has its own', async () => {
  await transport().send(sampleMail())
  await transport().send(sampleMail())
  await transport().send(sampleMail({ id: '9f8e7d6c-0000-4000-8000-000000000000' }))

  expect(await readdir(folder)).toHaveLength(4)
})

test('a folder that was removed is made anew', async () => {
  const sender = transport()
  await sender.send(sampleMail())
  await rm(parent, { recursive: true })
  await sender.send(sampleMail())

  expect(await readdir(folder)).toHaveLength(2)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test.each([
  '../../../etc/passwd',
  '/etc/passwd',
  '..',
  '..\\..\\windows@example.com',
  'ann@example.com/../../../../tmp/x',
  'a\u0000b@example.com',
  '.hidden@example.com',
  `${'a'.repeat(5_000)}@example.com`,
  'ann\r\nBcc: all@example.com',
  '%2e%2e%2f@example.com',
  '~root|rm -rf *;$(x)`y`@example.com',
  '\u202etxt.exe@example.com',
])('the recipient %j is no path and no header', async (to) => {
  await transport().send(sampleMail({ to, id: '../../1a2b3c4d', subject: 'Hello\r\nBcc: all@example.com' }))

  expect(await readdir(parent)).toEqual(['data'])
  const [page, name] = (await readdir(folder)).toSorted()
  expect(name).toMatch(/^20260131T101530123Z-1a2b3c4d-verify-email-[A-Za-z0-9@._+-]{1,80}\.txt$/)
  expect(page).toBe(name!.replace(/txt$/, 'html'))
  expect(written[0]![1]).toBe(join(folder, basename(name!)))
  const [headers] = (await readFile(join(folder, name!), 'utf8')).split('\n\n')
  expect(headers!.split(/[\r\n]/)).toHaveLength(3)
})
