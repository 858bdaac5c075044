import { expect, test } from 'vitest'
import { apiScopes } from '#contract/people/api-keys.ts'
import { allCalls } from '#tests/support/hostile/all-calls.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()

test('a person in a browser is told whose access token it is, and the role', async () => {
  const [ann, admin] = [await shop.customer('ann'), await shop.admin()]

  expect((await ann.get('/me')).json()).toEqual({
    id: ann.userId,
    email: ann.email,
    displayName: ann.displayName,
    role: '',
    permissions: [],
    apiKey: null,
  })
  expect((await admin.get('/me')).json()).toMatchObject({ id: admin.userId, role: 'admin', apiKey: null })
})

test.each(apiScopes)(
  'a program with the scope %s alone is told whose key it has and what it may do, and not that its owner is an admin',
  async (scope) => {
    const admin = await shop.admin()
    const { ask, apiKey } = await programOf(shop, admin, [scope])

    expect((await ask('GET', '/me')).json()).toEqual({
      id: admin.userId,
      email: admin.email,
      displayName: admin.displayName,
      role: '',
      permissions: [],
      apiKey: { name: apiKey.name, prefix: apiKey.prefix, scopes: [scope], callsPerMinute: 300 },
    })
  },
)

test('without an access token or key nothing is told', async () => {
  expect((await shop.visitor.get('/me')).statusCode).toBe(401)
})

test('each call about orders names its scope, except those for admins and the report of a card payment', () => {
  const ofOrders = allCalls.filter(({ path, policy }) => /order/i.test(path) && policy !== 'admin' && policy !== 'public')

  const unnamed = ofOrders.filter(({ scopes }) => !scopes)

  expect(unnamed.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /order/:id'])
})
