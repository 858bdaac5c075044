import { expect, test } from 'vitest'
import { readHead } from './read-head.ts'

const head = (text: string) => readHead(new TextEncoder().encode(text))

test.each([
  ['"ann@buyer.example" <bob@other.example>', ['bob@other.example']],
  ['bob@other.example (ann@buyer.example)', ['bob@other.example']],
  ['ann@buyer.example, bob@other.example', ['ann@buyer.example', 'bob@other.example']],
  ['Team: ann@buyer.example, bob@other.example;', ['ann@buyer.example', 'bob@other.example']],
  [`=?utf-8?b?${Buffer.from('<ann@buyer.example>').toString('base64')}?=`, ['']],
  [`${'x'.repeat(2_000)} <ann@buyer.example>`, ['']],
])('the addresses of a sender are those that stand there: %s', async (from, addresses) => {
  expect((await head(`From: ${from}\r\n\r\n`)).from).toEqual(addresses)
})

test('what stands below the headers is not read', async () => {
  const { headers, from } = await head('Subject: List\r\n\r\nFrom: ann@buyer.example\r\n')

  expect(headers).toEqual([{ key: 'subject', value: 'List' }])
  expect(from).toEqual([])
})

test('only the topmost results count, whoever wrote them', async () => {
  const { authentication } = await head(
    'Authentication-Results: other.example; none\r\nAuthentication-Results: mx.example; dmarc=pass header.from=a.example\r\n\r\n',
  )

  expect(authentication).toEqual({ authserv: 'other.example', results: [] })
})

test('headers that do not end are refused', async () => {
  await expect(head(`X-Long: ${'x'.repeat(300_000)}`)).rejects.toMatchObject({ reason: 'too-large' })
})
