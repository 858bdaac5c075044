import { setTimeout as pause } from 'node:timers/promises'
import { Readable } from 'node:stream'
import fastify, { type FastifyPluginAsync, type FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerScopes } from '#contract/people/api-keys.ts'
import { registeredBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { closeStreamsOnRevocation } from './close-streams-on-revocation.ts'

/** A file without an end, for signed-in users, for admins and people with the permission `orders`, and for keys. */
const endless: FastifyPluginAsync = async (app) => {
  const config = { permissions: ['orders'], scopes: ['orders:read', 'shipping'] } as const
  for (const policy of ['owner', 'admin'] as const)
    app.get(`/endless-${policy}`, { config: { ...config, policy } }, () => Readable.from(lines()))
}

async function* lines() {
  for (let line = 0; ; line++) {
    yield `${line}\n`
    await pause(5)
  }
}

const shop = await openShop({ api: [endless] })
const admin = await shop.admin()

/** An answer that is being sent: `goesOn` after more of it has come, `end` once it has ended. */
async function open(token: string, path: string) {
  const answer = await shop.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payloadAsStream: true })
  const stream = answer.stream()
  const pieces = stream[Symbol.asyncIterator]()
  if (answer.statusCode !== 200) throw new Error(`${path} is refused: ${answer.statusCode}`)
  await pieces.next()
  return {
    end: async () => {
      try {
        while (!(await pieces.next()).done);
      } catch {
        // A file is cut off, which is an error for its reader.
      }
    },
    goesOn: async () => !(await pieces.next()).done,
    close: () => void stream.destroy(),
  }
}

const answers = ['/order-changes', '/endless-owner']
const setPermissions = (person: Customer, permissions: string[]) => admin.put(`/user/permissions/${person.email}`, { permissions })

type Ends = { token: string; paths: string[]; end: () => Promise<unknown> }
const signedOut = async (everywhere: boolean): Promise<Ends> => {
  const { browser, person } = await registeredBrowser(shop)
  const token = await syncedToken(browser, person.email)
  const headers = { authorization: `Bearer ${token}` }
  return {
    token,
    paths: answers,
    end: () =>
      everywhere
        ? shop.app.inject({ method: 'POST', url: '/api/auth/sign-out-everywhere', headers, payload: {} })
        : browser.call('POST', '/auth/sign-out', {}),
  }
}

const reasons: Record<string, () => Promise<Ends>> = {
  'signing out': () => signedOut(false),
  'signing out everywhere': () => signedOut(true),
  'a block': async () => {
    const person = await shop.customer()
    return { token: person.token, paths: answers, end: () => admin.put(`/user/blocked/${person.email}`, { blocked: true }) }
  },
  'an erased account': async () => {
    const person = await shop.customer()
    return { token: person.token, paths: answers, end: () => admin.post(`/customers/${person.userId}/erase`, { email: person.email }) }
  },
  'a lost role': async () => {
    const person = await shop.admin()
    return { token: person.token, paths: [...answers, '/endless-admin'], end: () => admin.put(`/user/admin/${person.email}`, { role: '' }) }
  },
  'a lost permission': async () => {
    const person = await shop.customer()
    await setPermissions(person, ['orders', 'parts'])
    return { token: person.token, paths: [...answers, '/endless-admin'], end: () => setPermissions(person, ['parts']) }
  },
  'a revoked key': async () => {
    const person = await shop.customer()
    const { key, apiKey } = await programOf(shop, person, customerScopes)
    return { token: key, paths: ['/endless-owner'], end: () => person.delete(`/api-keys/${apiKey._id}`) }
  },
  'a permission that the owner of a key has lost': async () => {
    const person = await shop.customer()
    await setPermissions(person, ['orders'])
    const { key } = await programOf(shop, person, ['shipping'])
    return { token: key, paths: ['/endless-admin'], end: () => setPermissions(person, ['look']) }
  },
  'the block of the owner of a key': async () => {
    const person = await shop.customer()
    const { key } = await programOf(shop, person, customerScopes)
    return { token: key, paths: ['/endless-owner'], end: () => admin.put(`/user/blocked/${person.email}`, { blocked: true }) }
  },
}

test.each(Object.keys(reasons))('what is still being sent ends with %s, and that of others goes on (34)', async (reason) => {
  const { token, paths, end } = await reasons[reason]!()
  const other = await open((await shop.customer()).token, '/endless-owner')
  const sent = await Promise.all(paths.map((path) => open(token, path)))

  await end()

  await Promise.all(sent.map((one) => one.end()))
  expect(await other.goesOn()).toBe(true)
  other.close()
})

test('what is sent goes on while a permission is added to its reader (34)', async () => {
  const person = await shop.customer()
  const sent = await open(person.token, '/endless-owner')

  await setPermissions(person, ['orders'])
  // Two answers of others have ended since: the rights were asked for again.
  for (const _ of [1, 2]) {
    const { token, end } = await reasons['a block']!()
    const ended = await open(token, '/endless-owner')
    await end()
    await ended.end()
  }

  expect(await sent.goesOn()).toBe(true)
  sent.close()
})

test('an answer that begins while the database is asked about others goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const asked: string[][] = []
  const app = fastify()
  app.addHook('onRequest', async (request) => {
    request.caller = { sessionId: request.headers['session'], role: '', permissions: [] } as unknown as FastifyRequest['caller']
  })
  closeStreamsOnRevocation(app, {
    find: async () => null,
    count: async () => {},
    rightsOf: async (callers) => {
      const ids = callers.map(({ sessionId }) => sessionId!)
      asked.push(ids)
      await answered
      return new Map(ids.map((id) => [id, { role: '', permissions: [] }]))
    },
  })
  app.get('/endless', () => Readable.from(lines()))
  const openFor = async (session: string) => {
    const opened = await app.inject({ url: '/endless', headers: { session }, payloadAsStream: true })
    return opened.stream()[Symbol.asyncIterator]()
  }
  const first = await openFor('first')
  await vi.advanceTimersByTimeAsync(1_000)

  const second = await openFor('second')
  answer()
  await answered
  const pieces = [await first.next(), await second.next(), await first.next(), await second.next()]

  expect(asked).toEqual([['first']])
  expect(pieces.map(({ done }) => done)).toEqual([false, false, false, false])
  for (const stream of [first, second]) await stream.return?.()
  await app.close()
})
