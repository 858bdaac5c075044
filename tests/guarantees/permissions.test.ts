import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { permissions, type Permission } from '#contract/people/permissions.ts'
import { users } from '#database/tables/users.ts'
import { allCalls, titleOf } from '#tests/support/hostile/all-calls.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const owner = await shop.customer('owner')
const order = await shop.placeOrder(owner, await shop.addPart())

/** One person for each set of permissions: no call here changes who may do what. */
const people = new Map<string, Promise<Customer>>()

function personWith(held: readonly Permission[]): Promise<Customer> {
  const known = people.get(String(held)) ?? makePerson(held)
  people.set(String(held), known)
  return known
}

async function makePerson(held: readonly Permission[]): Promise<Customer> {
  const person = await shop.customer('clerk')
  await shop.db
    .update(users)
    .set({ permissions: [...held] })
    .where(eq(users.id, person.userId))
  return person
}

/** The path of a call about another person's object, or about an unknown one. */
const pathOf = ({ path }: { path: string }) =>
  `/api${path.replace(':email', owner.email).replace(':id', path.startsWith('/order') ? order._id : path.startsWith('/customers') ? owner.userId : randomUUID())}${
    ['/order', '/orderFile', '/orderStates'].includes(path) ? `?customer=${owner.email}` : ''
  }`

const named = allCalls.filter(({ permissions: of }) => of !== undefined)
/** Here a customer is answered as well, about what is their own. */
const isForCustomers = ({ policy }: { policy: string }) => policy === 'session'

/** An import writes names, prices and stocks at once, which no single permission allows. */
const isOfImports = ({ path }: { path: string }) => path.startsWith('/imports')

test('calls for admins alone make admins, erase people, import parts or read mails, and no call of the public or of the payment provider takes a permission (33) (84)', () => {
  const adminsAlone = allCalls.filter((call) => call.policy === 'admin' && call.permissions === undefined && !isOfImports(call))
  const misplaced = named.filter(({ policy }) => !['admin', 'owner', 'selfOrAdmin', 'session'].includes(policy))

  expect(adminsAlone.map(titleOf)).toEqual([
    'POST /customers/:id/erase',
    'PUT /user/admin/:email',
    'PUT /user/permissions/:email',
    'GET /mails/:id/text',
  ])
  expect(misplaced).toEqual([])
})

test.each(named.filter((call) => !isForCustomers(call)).map((call) => [titleOf(call), call] as const))(
  '%s is refused to a person with every other permission, and taken from one with its own (33) (84)',
  async (_, call) => {
    const ask = async (held: readonly Permission[]) => {
      const person = await personWith(held)
      const answer = await shop.app.inject({
        method: call.method,
        url: pathOf(call),
        headers: { authorization: `Bearer ${person.token}` },
        ...(call.method !== 'GET' && { payload: {} }),
      })
      return answer.statusCode
    }
    const own = call.permissions!
    const others = permissions.filter((permission) => !own.includes(permission) && permission !== 'look')
    const refused = call.policy === 'owner' ? 404 : 403

    const statuses = { others: await ask(others), look: await ask(['look']), own: await Promise.all(own.map((one) => ask([one]))) }

    expect(statuses.others).toSatisfy((status) => status === refused || (status === 400 && call.policy === 'owner'))
    if (call.method === 'GET') expect(statuses.look).toBe(statuses.own[0])
    else expect(statuses.look).toBe(statuses.others)
    for (const status of statuses.own) expect(status).not.toBe(403)
  },
  60_000,
)

/** Calls by permission that name an account and act on it, with what they are sent; all others of its address only read what the lists show, or note. */
const onAccounts: Record<string, { path: (person: Customer) => string; body?: object }> = {
  'DELETE /setAside/:email': { path: ({ email }) => `/setAside/${email}` },
  'GET /customers/:id/export': { path: ({ userId }) => `/customers/${userId}/export` },
  'PUT /customers/:id/credit': { path: ({ userId }) => `/customers/${userId}/credit`, body: { limit: 100, netDays: 14 } },
  'PUT /user/blocked/:email': { path: ({ email }) => `/user/blocked/${email}`, body: { blocked: true } },
}
const readOrNoted = ['GET /customers/:id', 'GET /customers/:id/credit', 'GET /user/:email', 'POST /customers/:id/notes']

test('every call by permission that names an account is known to act on it or only to read or note (33) (84)', () => {
  const onePerson = named.filter(({ path }) => path.includes(':email') || path.startsWith('/customers/:id')).map(titleOf)

  expect(onePerson.toSorted()).toEqual([...Object.keys(onAccounts), ...readOrNoted].toSorted())
})

/** The call about this person, made by another one. */
const sendTo = (by: Customer, call: string, person: Customer) => {
  const { path, body } = onAccounts[call]!
  return shop.app.inject({
    method: call.split(' ')[0] as 'GET',
    url: `/api${path(person)}`,
    headers: { authorization: `Bearer ${by.token}` },
    ...(body && { payload: body }),
  })
}

describe.each(Object.keys(onAccounts))('a person with the permission for %s (33) (84)', (call) => {
  test.each(['admin', 'clerk'])('reaches an %s by an admin alone, and a customer by a permission too', async (kind) => {
    const clerk = await personWith(permissions)
    const person = kind === 'admin' ? await shop.admin() : await makePerson(['look'])
    const buyer = await shop.customer('buyer')

    const refused = await sendTo(clerk, call, person)
    const isSignedIn = (await person.get('/me')).statusCode === 200
    const byAdmin = await sendTo(await shop.admin(), call, person)

    expect([refused.statusCode, refused.json().code]).toEqual([403, 'ONLY_ADMINS'])
    expect(isSignedIn).toBe(true)
    expect(byAdmin.statusCode).toBe(200)
    expect((await sendTo(clerk, call, buyer)).statusCode).toBe(200)
  })
})

test('a person of the shop who is blocked is let in again by an admin alone, and their own data are theirs (33) (84)', async () => {
  const [clerk, admin, person] = [await personWith(permissions), await shop.admin(), await makePerson(['orders'])]
  await sendTo(admin, 'PUT /user/blocked/:email', person)

  const refused = await clerk.put(`/user/blocked/${person.email}`, { blocked: false })
  const released = await admin.put(`/user/blocked/${person.email}`, { blocked: false })

  expect(refused.json()).toMatchObject({ code: 'ONLY_ADMINS' })
  expect(released.json()).toEqual({ result: { modifiedCount: 1 } })
  expect((await clerk.get(`/customers/${clerk.userId}/export`)).statusCode).toBe(200)
})

test('with every permission nobody gives or takes a role or permissions, ends the key of another or makes themself a key of more (33) (84)', async () => {
  const [clerk, admin, other] = [await personWith(permissions), await shop.admin(), await makePerson(['orders'])]
  const { apiKey } = (await other.post('/api-keys', { name: 'Warehouse', scopes: ['orders:read'] })).json()
  const buyer = await shop.customer('buyer')

  const answers = await Promise.all([
    clerk.put(`/user/admin/${clerk.email}`, { role: 'admin' }),
    clerk.put(`/user/admin/${admin.email}`, { role: '' }),
    clerk.put(`/user/permissions/${other.email}`, { permissions: [] }),
    clerk.post(`/customers/${other.userId}/erase`, { email: other.email }),
    clerk.delete(`/api-keys/${apiKey._id}`),
    buyer.post('/api-keys', { name: 'Prices', scopes: ['prices'] }),
  ])

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 404, 400])
})
