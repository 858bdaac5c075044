import { afterEach, expect, test } from 'vitest'
import { openMailServer, refusal, type TestMailServer, type TestMailServerOptions } from '#tests/support/doubles/mail-server.ts'
import type { MailServer } from '../platform/settings/mail-server.ts'
import { checkSmtp } from './check-smtp.ts'

let mailServer: TestMailServer

afterEach(() => mailServer.close())

async function check(options: TestMailServerOptions, server: Partial<MailServer> = {}) {
  mailServer = await openMailServer(options)
  const mail = { transport: 'smtp' as const, server: { ...mailServer.settings, ...server }, from: 'shop@example.com' }
  return checkSmtp({ shopUrl: 'https://parts.example.com', mail })
}

const refuseSender = (code: number, text: string): TestMailServerOptions => ({
  onMailFrom: (_, __, callback) => callback(refusal(code, text)),
})
const refuseRecipient = (code: number, text: string): TestMailServerOptions => ({
  onRecipient: () => {
    throw refusal(code, text)
  },
})

test('the check names the shop as sender and as recipient, and sends nothing (59)', async () => {
  const asked: string[] = []
  const found = await check({
    onMailFrom: ({ address }, _, callback) => callback(asked.push(`from ${address}`) > 0 ? null : undefined),
    onRecipient: (address) => void asked.push(`to ${address}`),
  })

  expect([found, asked, mailServer.received]).toEqual([undefined, ['from shop@example.com', 'to shop@example.com'], []])
})

test.each([
  ['a refused sender', refuseSender(550, 'not yours'), 'the mail server refuses the sender MAIL_FROM: 550 not yours. Set MAIL_FROM to'],
  [
    'a sender that is refused with the recipient',
    refuseRecipient(554, '5.7.1 <shop@example.com>: Sender address rejected: Access denied'),
    /^the mail server refuses the sender MAIL_FROM: 554 5.7.1 .* Set MAIL_FROM to/,
  ],
  [
    'a login that is wanted',
    refuseSender(530, '5.7.0 Authentication required'),
    /530 .* Put user and password of the mail server into SMTP_URL/,
  ],
  [
    'a mailbox that is not there',
    refuseRecipient(550, '5.1.1 <shop@example.com>: User unknown'),
    /^the mail server refuses the recipient: 550 .* Create the mailbox of MAIL_FROM.$/,
  ],
  [
    'what cannot be told apart',
    refuseRecipient(554, '5.7.1 Access denied'),
    /refuses the recipient or the shop: 554 .* ask the mail provider/,
  ],
])('the check says of %s what to do (59)', async (_, options, expected) => {
  const found = await check(options)

  if (typeof expected === 'string') expect(found).toContain(expected)
  else expect(found).toMatch(expected)
  expect(mailServer.received).toEqual([])
})

test('the check logs in before it asks (59)', async () => {
  const login = { user: 'shop', password: 'secret' }
  const users: (string | undefined)[] = []
  const found = await check(
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username }, _, callback) => callback(null, { user: username }),
      onMailFrom: (_, session, callback) => callback(users.push(session.user) > 0 ? null : undefined),
    },
    { login },
  )

  expect([found, users]).toEqual([undefined, ['shop']])
})
