import { expect, test } from 'vitest'
import { mailTo } from './mail-to.ts'

test.each([
  ['ann@example.com', 'mailto:ann@example.com'],
  ['r&d@parts.example', 'mailto:r%26d@parts.example'],
  ['a/p?x@parts.example', 'mailto:a%2Fp%3Fx@parts.example'],
  ['buyer+eu@example.com', 'mailto:buyer%2Beu@example.com'],
])('a mail to %s is written by %s', (email, link) => {
  expect(mailTo(email)).toBe(link)
})
