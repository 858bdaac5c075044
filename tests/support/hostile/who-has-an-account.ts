import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { accounts } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { goodPassword, newPerson, openBrowser } from '../browser/browser.ts'
import type { Customer, TestShop } from '../shops/open-shop.ts'

/** A request whose answer could reveal to a stranger whether an account, or an order, exists. */
export type Question = {
  name: string
  /** Sends it once about an existing or unknown object; returns everything of the answer that could reveal it, except the time. */
  ask: (exists: boolean) => Promise<string>
}

/** The requests that ask whether an account exists (row 39), to one shop. Each uses another account; its person has registered before. */
export async function questionsOf(shop: TestShop, accountsToAskAbout: number): Promise<Question[]> {
  const [stranger, victim] = [await shop.customer('stranger'), await shop.customer('victim')]
  const order = await shop.placeOrder(victim, await shop.addPart())
  const emails = await addAccounts(shop, accountsToAskAbout)
  let asked = 0
  const emailOf = (exists: boolean) => (exists ? emails[asked++ % emails.length]! : newPerson('someone').email)
  const post = (path: string, body: object) => openBrowser(shop).call('POST', path, body)
  const get = (path: string) => callAs(shop, stranger, path)

  return [
    {
      name: 'signing in',
      ask: async (exists) => said(await post('/auth/sign-in/email', { email: emailOf(exists), password: 'Wrong-Guess-1' })),
    },
    { name: 'a new password', ask: async (exists) => said(await post('/auth/request-password-reset', { email: emailOf(exists) })) },
    { name: 'a verification link', ask: async (exists) => said(await post('/auth/verify-email', { token: forgedToken(emailOf(exists)) })) },
    { name: 'the admin check', ask: async (exists) => said(await get(`/admin/${emailOf(exists)}`)) },
    { name: 'the profile', ask: async (exists) => said(await get(`/user/${emailOf(exists)}`)) },
    { name: 'the orders of a customer', ask: async (exists) => said(await get(`/order?customer=${emailOf(exists)}`)) },
    { name: 'an order', ask: async (exists) => said(await get(`/order/${exists ? order._id : randomUUID()}`)) },
  ]
}

/** An answer without its varying parts: time and id. */
function said(answer: { statusCode: number; body: string; headers: Record<string, unknown> }): string {
  const { date: _date, 'x-request-id': _id, 'set-cookie': cookies, ...headers } = answer.headers
  const { requestId: _requestId, ...body } = JSON.parse(answer.body) as Record<string, unknown>
  const { 'content-length': _length, ...compared } = headers
  return JSON.stringify([answer.statusCode, body, cookies === undefined, compared])
}

/** People with the same password, so that only one hash has to be made. */
async function addAccounts({ db, services }: TestShop, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, () => newPerson('someone').email)
  const rows = await db
    .insert(users)
    .values(people.map((email) => ({ email, displayName: 'Someone' })))
    .returning({ id: users.id })
  const [first, ...rest] = rows
  await services.identity.setPassword(db, first!.id, await services.identity.hashPassword(goodPassword))
  const [account] = await db.select().from(accounts).where(eq(accounts.userId, first!.id))
  const { id: _id, ...copied } = account!
  if (rest.length > 0) await db.insert(accounts).values(rest.map(({ id }) => ({ ...copied, userId: id, accountId: id })))
  return people
}

const callAs = ({ app }: TestShop, { token }: Customer, path: string) =>
  app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })

/** Of the form that the shop's links have, with a signature that is none of its own. */
function forgedToken(email: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return [part({ alg: 'HS256' }), part({ email, iat: 1, exp: 4_000_000_000 }), 'A'.repeat(43)].join('.')
}
