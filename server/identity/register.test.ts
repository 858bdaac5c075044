import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { newPerson, openBrowser, registeredBrowser } from '#tests/support/browser/browser.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop({ passwords: 'real' })
const adminEmail = 'owner@example.com'
const shopWithAdmin = await openShop({ env: { ADMIN_EMAIL: adminEmail } })

test('registration signs in and returns a complete identity', async () => {
  const person = newPerson()
  const browser = openBrowser(shop)

  const answer = await browser.call('POST', '/auth/sign-up/email', person)

  const { identity } = answer.json()
  expect(identity).toMatchObject({
    email: person.email,
    emailVerified: false,
    displayName: person.name,
    photoURL: null,
    phoneNumber: null,
    tenantId: null,
    isAnonymous: false,
    providerData: [{ providerId: 'password' }],
  })
  expect(Date.parse(identity.metadata.creationTime)).toBeLessThanOrEqual(Date.parse(identity.metadata.lastSignInTime))
  expect((await browser.call('GET', '/auth/get-session')).json()).toEqual({ identity })
})

test('the session cookie is hidden from scripts, and its token is in no answer', async () => {
  const answer = await openBrowser(shop).call('POST', '/auth/sign-up/email', newPerson())

  expect(answer.cookies).toMatchObject([
    { name: 'teleforge.session_token', httpOnly: true, sameSite: 'Lax', path: '/' },
    { name: 'teleforge.device', httpOnly: true, sameSite: 'Lax', path: '/' },
  ])
  expect(answer.body).not.toContain(answer.cookies[0]!.value.split('.')[0])
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('over https the cookie is secure and bound to this host (37)', async () => {
  const secureShop = await openShop({ env: { SHOP_URL: 'https://parts.example.com' } })

  const { browser, person } = await registeredBrowser(secureShop)

  expect([...browser.cookies.keys()]).toEqual(['__Host-teleforge.session_token', '__Host-teleforge.device'])
  const again = await openBrowser(secureShop).call('POST', '/auth/sign-in/email', {
    email: person.email,
    password: person.password,
  })
  const [session, device] = again.headers['set-cookie'] as string[]
  expect(session).toMatch(/^__Host-teleforge\.session_token=[^;]+;.*Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(device).toMatch(/^__Host-teleforge\.device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
})

test('a verification mail is in the outbox, with a link to the shop', async () => {
  const { person } = await registeredBrowser(shop)

  const [mail] = await shop.db.select().from(mails).where(eq(mails.recipient, person.email))

  expect(mail).toMatchObject({ kind: 'verify-email', sentAt: null })
  expect(mail!.body).toContain(`${shop.services.settings.shopUrl}/verify-email?token=`)
})

test('a taken email is refused on its field, in any case', async () => {
  const { person } = await registeredBrowser(shop)

  const answer = await openBrowser(shop).call('POST', '/auth/sign-up/email', { ...person, email: person.email.toUpperCase() })

  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({
    code: 'EMAIL_TAKEN',
    fields: [{ field: 'email', message: 'An account with this email already exists.' }],
  })
})

test('of ten concurrent registrations of one email, one succeeds', async () => {
  const person = newPerson()

  const answers = await Promise.all(Array.from({ length: 10 }, () => openBrowser(shop).call('POST', '/auth/sign-up/email', person)))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array<number>(9).fill(422)])
  expect(await shop.db.select().from(users).where(eq(users.email, person.email))).toHaveLength(1)
  expect(await shop.db.select().from(mails).where(eq(mails.recipient, person.email))).toHaveLength(1)
})

test.each(['short1A', 'alllowercase1!', 'ALLUPPERCASE1!', 'NoDigitsHere!', 'NoSpecial123'])(
  'the weak password %s is refused on its field',
  async (password) => {
    const answer = await openBrowser(shop).call('POST', '/auth/sign-up/email', { ...newPerson(), password })

    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual([
      {
        field: 'password',
        message: 'Minimum 8 characters password, upper and lower case and number required',
      },
    ])
  },
)

test.each(['ann@example..com', 'ann@-example.com', 'ann@exa_mple.com', 'a b@example.com', 'ann@localhost', 'ann'])(
  'the email %s is refused on its field and leaves nothing behind',
  async (email) => {
    const answer = await openBrowser(shop).call('POST', '/auth/sign-up/email', { ...newPerson(), email })

    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual([{ field: 'email', message: 'Invalid email address' }])
    expect(await shop.db.select().from(users).where(eq(users.email, email))).toEqual([])
  },
)

test.each(['role', 'emailVerified', 'image', 'id', 'callbackURL', 'rememberMe'])('the field %s cannot be sent along', async (field) => {
  const answer = await openBrowser(shop).call('POST', '/auth/sign-up/email', { ...newPerson(), [field]: 'admin' })

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields[0].field).toBe(field)
})

test('passwords are stored as slow hashes (37)', async () => {
  const { person } = await registeredBrowser(shop)

  const [account] = await shop.db
    .select({ password: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(eq(users.email, person.email))

  expect(account!.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
})

test('the account of ADMIN_EMAIL becomes an admin at registration, and no other account does', async () => {
  const { browser } = await registeredBrowser(shopWithAdmin, { ...newPerson('Owner'), email: adminEmail })
  const other = await registeredBrowser(shopWithAdmin)

  const owner = await browser.call('PUT', `/user/${adminEmail}`, { email: adminEmail })
  const plain = await other.browser.call('PUT', `/user/${other.person.email}`, { email: other.person.email })

  expect(owner.json().user.role).toBe('admin')
  expect(plain.json().user.role).toBe('')
})
