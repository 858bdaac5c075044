import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { permissions, type Permission } from '#contract/permissions.ts'
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

/** The path of a call about what is somebody else's, or of nothing that exists. */
const pathOf = ({ path }: { path: string }) =>
  `/api${path.replace(':email', owner.email).replace(':id', path.startsWith('/order') ? order._id : path.startsWith('/customers') ? owner.userId : randomUUID())}${
    ['/order', '/orderFile', '/orderStates'].includes(path) ? `?customer=${owner.email}` : ''
  }`

const named = allCalls.filter(({ permissions: of }) => of !== undefined)
/** Here a customer is answered as well, about what is their own. */
const isForCustomers = ({ policy }: { policy: string }) => policy === 'session'

/** An import writes names, prices and stocks at once, which no permission of its own allows. */
const isOfImports = ({ path }: { path: string }) => path.startsWith('/imports')

test('rows 33 and 84: calls for admins alone make admins, erase people or import parts, and no call of the public or of the payment provider takes a permission', () => {
  const adminsAlone = allCalls.filter((call) => call.policy === 'admin' && call.permissions === undefined && !isOfImports(call))
  const misplaced = named.filter(({ policy }) => !['admin', 'owner', 'selfOrAdmin', 'session'].includes(policy))

  expect(adminsAlone.map(titleOf)).toEqual(['POST /customers/:id/erase', 'PUT /user/admin/:email', 'PUT /user/permissions/:email'])
  expect(misplaced).toEqual([])
})

test.each(named.filter((call) => !isForCustomers(call)).map((call) => [titleOf(call), call] as const))(
  'rows 33 and 84: %s is refused to a person with every other permission, and taken from one with its own',
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
