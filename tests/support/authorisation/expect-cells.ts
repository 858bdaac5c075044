import type { InjectOptions } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { rateLimits } from '#database/tables/identity.ts'
import { endSessions } from '#server/identity/end-sessions.ts'
import type { DeclaredRoute } from '#server/platform/http/require-policies.ts'
import { lockBuyer } from '#server/trust/lock-buyer.ts'
import { lockUntilReleased, untilWaiting } from '../database/lock-waits.ts'
import type { TestShop } from '../shops/open-shop.ts'
import { absent, makePrincipals, principals, type Knocker, type Principal } from '../shops/principals.ts'
import type { Named, Row } from './cells.ts'
import { expectSameKeptBytes } from './expect-same-kept-bytes.ts'

/** HEAD is in the row of GET, and all methods of an unknown path are one row. */
export const keyOf = ({ method, url }: DeclaredRoute) => (url === '/api/*' ? 'ANY /api/*' : `${method === 'HEAD' ? 'GET' : method} ${url}`)

/** The injector sends neither QUERY nor TRACE; only unknown paths take them. */
const spoken = ({ method }: DeclaredRoute) => method !== 'QUERY' && method !== 'TRACE'

/** Tests that each route of these rows answers every principal as specified, for their own objects and for those of others. */
export async function expectCells(shop: TestShop, table: Record<string, Row>): Promise<void> {
  const someoneOf = makePrincipals(shop)
  const stranger = await shop.customer('stranger')
  const routes = shop.app.declaredRoutes().filter((route) => keyOf(route) in table)

  /** One of each kind, for routes that have no object and leave the caller signed in. */
  const regulars = Object.fromEntries(principals.map((principal) => [principal, comeAsRegular(principal)])) as Record<
    Principal,
    Promise<Knocker>
  >

  async function comeAsRegular(principal: Principal): Promise<Knocker> {
    const knocker = await someoneOf(principal)
    await knocker.become()
    return knocker
  }

  const headRouteOf = ({ method, url }: DeclaredRoute) =>
    method === 'GET' ? routes.find((route) => route.method === 'HEAD' && route.url === url) : undefined

  /** HEAD is requested right after GET, for the same object. */
  const askedWithGet = new Set(routes.map(headRouteOf))

  /** A fast machine makes more calls in a minute than a key may. */
  beforeEach(() => shop.db.delete(rateLimits))

  test.each(
    routes.filter((route) => spoken(route) && !askedWithGet.has(route)).map((route) => [`${route.method} ${route.url}`, route] as const),
  )('%s answers each of fifteen principals as its cells say, for their own and for others (32) (33) (G7)', async (_, route) => {
    const row = table[keyOf(route)]!
    const found = await Promise.all(
      principals.map(async (principal) => {
        const cell = await Promise.all([statusOf(route, row, principal, 'own'), statusOf(route, row, principal, 'other')])
        return [principal, cell] as const
      }),
    )

    expect(Object.fromEntries(found)).toEqual(row.cells)
  })

  test.each(
    routes.flatMap((route) => {
      const [own, other] = table[keyOf(route)]!.cells['other user']
      return own === other || route.method === 'HEAD' ? [] : [[`${route.method} ${route.url}`, route] as const]
    }),
  )("%s answers for what is somebody else's as for what does not exist (32) (G7)", async (_, route) => {
    const row = table[keyOf(route)]!
    const { headers } = await regulars['other user']
    const foreign = { email: stranger.email, id: (await (row.thing ?? row.thingOf)?.(stranger)) ?? absent().id }

    const answers = [await send(route, row, foreign, headers), await send(route, row, absent(), headers)]

    const [forForeign, forAbsent] = answers.map((answer) => {
      const { requestId: _requestId, ...body } = answer.json<{ requestId: string }>()
      return { status: answer.statusCode, body }
    })
    expect(forForeign).toEqual(forAbsent)
  })

  test.each(routes.filter(({ method }) => method === 'GET').map((route) => [route.url, route] as const))(
    'GET %s: what a cache may keep is the same for visitor, buyer, admin and program (G7)',
    async (_, route) => {
      const row = table[keyOf(route)]!
      const [buyer, admin, program] = await Promise.all([regulars.owner, regulars.admin, regulars['key with scope']])
      const { authorization = '', cookie = '' } = buyer.headers
      const callers = {
        visitor: {},
        'with cookie': { cookie },
        'with token': { authorization },
        admin: admin.headers,
        key: program.headers,
      }
      const id = (await (row.thing?.() ?? row.thingOf?.(buyer.person))) ?? absent().id

      const answers: Record<string, Awaited<ReturnType<typeof send>>> = {}
      for (const [who, headers] of Object.entries(callers)) {
        answers[who] = await send(route, row, { email: buyer.person.email, id }, headers)
      }

      expectSameKeptBytes(answers)
    },
  )

  const writing = routes.filter(
    (route) =>
      ['session', 'self', 'owner', 'selfOrAdmin'].includes(route.policy ?? '') &&
      !['GET', 'HEAD'].includes(route.method) &&
      !table[keyOf(route)]!.endsUntried,
  )
  test.each(writing.map((route) => [`${route.method} ${route.url}`, route] as const))(
    'what %s would write is refused when the session of its caller ends while it runs (68)',
    async (_, route) => {
      const row = table[keyOf(route)]!
      const person = await shop.customer('leaving')
      const id = (await (row.thing?.() ?? row.thingOf?.(person))) ?? absent().id
      const end = await lockUntilReleased(shop.db, async (tx) => {
        await lockBuyer(tx, { userId: person.userId, network: null })
        await endSessions(tx, person.userId)
      })
      const { taken } = row
      const asking = taken ? { ...row, ask: () => ({ payload: taken() }) } : row
      const asked = send(route, asking, { email: person.email, id }, { authorization: `Bearer ${person.token}` })
      await Promise.race([asked, untilWaiting(shop.db, 1)])
      await end()

      expect((await asked).statusCode).toBe(401)
    },
  )

  async function statusOf(route: DeclaredRoute, row: Row, principal: Principal, object: 'own' | 'other'): Promise<number> {
    if (!row.thingOf && !row.endsSession) {
      const { person, headers } = await regulars[principal]
      const id = (await row.thing?.()) ?? absent().id
      return statusWith(route, row, { email: object === 'own' ? person.email : stranger.email, id }, headers)
    }
    const { person, headers, become } = await someoneOf(principal)
    const subject = object === 'own' ? person : await shop.customer('somebody')
    const id = (await row.thingOf?.(subject)) ?? absent().id
    await become()
    return statusWith(route, row, { email: subject.email, id }, headers)
  }

  /** Of the route, which HEAD answers with, too. */
  async function statusWith(route: DeclaredRoute, row: Row, named: Named, headers: Record<string, string>): Promise<number> {
    const answer = await send(route, row, named, headers)
    const { statusCode } = answer
    const challenge = headers['authorization'] === undefined ? 'Bearer' : 'Bearer error="invalid_token"'
    expect(answer.headers['www-authenticate'], `beside ${statusCode}`).toBe(statusCode === 401 ? challenge : undefined)
    const headRoute = headRouteOf(route)
    if (headRoute) expect((await send(headRoute, row, named, headers)).statusCode, 'HEAD').toBe(statusCode)
    return statusCode
  }

  function send({ method, url }: DeclaredRoute, row: Row, named: Named, headers: Record<string, string>) {
    const { path = url.replace(':email', named.email).replace(':id', named.id), payload } = row.ask?.(named) ?? {}
    return shop.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers,
      ...(payload && { payload }),
    })
  }
}
