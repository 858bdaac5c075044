import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { connect } from '#database/connect.ts'
import { mails } from '#database/tables/mails.ts'
import { folderFiles } from '#server/images/image-store.ts'
import { deliverMails } from '#server/outbox/deliver-mails.ts'
import { mailState } from '#server/outbox/mail-state.ts'
import { openMailServer } from '#tests/support/doubles/mail-server.ts'
import { databaseAddress } from '#tests/support/real-world/real-world-database.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { listenToShop } from '#tests/support/real-world/real-world-listener.ts'

const cleanUp: (() => unknown)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

test('a mail server that hangs after the content keeps no shop from ending in order, and the mail is not sent again', async () => {
  const databaseUrl = await databaseAddress()
  const hanging = await openMailServer({ onMail: () => new Promise(() => {}) })
  cleanUp.push(() => hanging.close())
  const shop = await listenToShop({
    DATABASE_URL: databaseUrl,
    SMTP_URL: `smtp://127.0.0.1:${hanging.settings.port}`,
    MAIL_FROM: 'shop@example.com',
  })
  cleanUp.push(() => shop.stop())
  const person = { name: 'Ann', email: 'ann@example.com', password: 'Process-pass-1' }
  await shop.ask('POST', '/api/auth/sign-up/email', { body: person })
  // In the evening the staff gets its digests, too.
  await expect.poll(() => hanging.received.flatMap(({ to }) => to), { timeout: HANG_LIMIT_MS }).toContain(person.email)

  const exitCode = await shop.stop()

  expect(exitCode).toBe(0)
  const db = connect({ connectionString: databaseUrl })
  cleanUp.push(() => db.$client.end())
  const [mail] = await db.select({ state: mailState, lastError: mails.lastError }).from(mails).where(eq(mails.recipient, person.email))
  expect(mail).toEqual({ state: 'unknown', lastError: expect.stringContaining('did not answer in time') })
  const sendAgain = async () => expect.unreachable()
  const documents = folderFiles('none')
  expect(
    await deliverMails({ db, settings: readSettings({}), documents, mailTransport: { send: sendAgain }, log: pino({ level: 'silent' }) }),
  ).toBe(0)
})
