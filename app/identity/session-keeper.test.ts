import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SESSION } from '#contract/basics/limits.ts'
import type { Identity } from '#contract/people/users.ts'
import { SessionKeeper } from '#app/identity/session-keeper.ts'
import type { TokenGrant } from '#app/identity/stored-session.ts'
import { STORED } from '#app/identity/session-state.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const LIFETIME = 15 * MINUTE

const person = (name: string): Identity => ({
  uid: `id-of-${name}`,
  email: `${name}@example.com`,
  emailVerified: true,
  displayName: name,
  photoURL: null,
  phoneNumber: null,
  tenantId: null,
  isAnonymous: false,
  providerData: [{ providerId: 'password' }],
  metadata: { creationTime: '2026-01-01T00:00:00.000Z', lastSignInTime: '2026-01-01T00:00:00.000Z' },
})
const ann = person('ann')
const bob = person('bob')

class Refused extends Error {}
class Offline extends Error {}

/** What all tabs share: the storage, the lock, the server. */
class Browser {
  readonly stored = new Map<string, string>()
  readonly storage = {
    getItem: (key: string) => this.stored.get(key) ?? null,
    setItem: (key: string, value: string) => void this.stored.set(key, value),
    removeItem: (key: string) => void this.stored.delete(key),
  }
  lifetimeMs = LIFETIME
  issued = 0
  failure: Error | undefined
  readonly sync = vi.fn(async (email: string, displayName?: string): Promise<TokenGrant> => {
    if (this.failure) throw this.failure
    this.issued += 1
    return { token: `token-${this.issued}`, lifetimeMs: this.lifetimeMs, displayName: displayName ?? email.split('@')[0]! }
  })
  readonly current = vi.fn(async (): Promise<Identity | null> => ann)
  readonly endSession = vi.fn(async () => {
    if (this.failure) throw this.failure
  })
  private queue: Promise<void> = Promise.resolve()
  readonly exclusively = (work: () => Promise<void>) => {
    const turn = this.queue.then(work)
    this.queue = turn.catch(() => undefined)
    return turn
  }

  openTab(): SessionKeeper {
    return new SessionKeeper({
      now: () => Date.now(),
      after: (delayMs, work) => {
        const timer = setTimeout(work, delayMs)
        return () => clearTimeout(timer)
      },
      storage: this.storage,
      exclusively: this.exclusively,
      sync: this.sync,
      current: this.current,
      endSession: this.endSession,
      isRefusal: (error) => error instanceof Refused,
    })
  }
}

let browser: Browser
let tab: SessionKeeper

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') })
  browser = new Browser()
  tab = browser.openTab()
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Time goes by without any timer running, as in a laptop that sleeps. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)
const stored = (key: keyof typeof STORED) => browser.stored.get(STORED[key])

async function signedIn() {
  tab.start()
  await tab.begin(ann)
  browser.sync.mockClear()
}

describe('signing in', () => {
  test('a page loads until it knows, and is signed out without a stored token', () => {
    const before = tab.snapshot().status
    tab.start()

    expect(before).toBe('loading')
    expect(tab.snapshot()).toEqual({ status: 'signedOut', identity: null, ending: null })
    expect(browser.sync).not.toHaveBeenCalled()
  })

  test('stores the token as accessToken and tells the listeners', async () => {
    const listener = vi.fn()
    tab.subscribe(listener)

    tab.start()
    await tab.begin(ann)

    expect(stored('token')).toBe('token-1')
    expect(tab.snapshot()).toMatchObject({ status: 'signedIn', identity: ann })
    expect(browser.sync).toHaveBeenCalledWith(ann.email, ann.displayName)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  test('stores nothing when the token is refused', async () => {
    tab.start()
    browser.failure = new Refused()

    await expect(tab.begin(ann)).rejects.toBeInstanceOf(Refused)

    expect(browser.stored.size).toBe(0)
    expect(tab.snapshot().status).toBe('signedOut')
  })

  test('survives a reload without asking the server', async () => {
    await signedIn()
    const reloaded = browser.openTab()

    reloaded.start()

    expect(reloaded.snapshot()).toMatchObject({ status: 'signedIn', identity: ann })
    expect(browser.sync).not.toHaveBeenCalled()
  })

  test('empties the basket of the person before', async () => {
    browser.stored.set('order', JSON.stringify({ email: ann.email }))
    browser.stored.set('restAvailable', '{}')
    tab.start()

    await tab.begin(bob)

    expect([stored('order'), stored('restAvailable')]).toEqual([undefined, undefined])
  })

  test.each([
    ['of the person before', 'ann@example.com', undefined],
    ['of a visitor', null, 'kept'],
    ['of their own', 'bob@example.com', 'kept'],
  ])('keeps or forgets the quote that is not saved, %s', async (_, owner, outcome) => {
    browser.stored.set('quoteDraft', JSON.stringify({ owner }))
    tab.start()

    await tab.begin({ ...bob, email: 'bob@example.com' })

    expect(browser.stored.has('quoteDraft')).toBe(outcome === 'kept')
  })

  test('leaves the own basket as it is, whatever the case of the email', async () => {
    browser.stored.set('order', JSON.stringify({ email: 'Ann@Example.com' }))
    browser.stored.set('restAvailable', '{}')
    tab.start()

    await tab.begin(ann)

    expect(stored('restAvailable')).toBe('{}')
  })

  test.each(['no json', 'null', '[]', '{"email":7}'])('a basket that says %s belongs to nobody', async (order) => {
    browser.stored.set('order', order)
    tab.start()

    await tab.begin(ann)

    expect(stored('order')).toBeUndefined()
  })
})

describe('the age of a token', () => {
  test('it counts as expired 30 seconds before its expiry, not earlier', async () => {
    await signedIn()

    sleep(LIFETIME - 30 * SECOND - 1)
    const before = await tab.freshToken()
    sleep(1)
    const after = await tab.freshToken()

    expect([before, after]).toEqual(['token-1', 'token-2'])
    expect(browser.sync).toHaveBeenCalledTimes(1)
  })

  test('it is renewed 5 minutes before its expiry, and again and again', async () => {
    await signedIn()

    await pass(10 * MINUTE - 1)
    const before = browser.sync.mock.calls.length
    await pass(1)
    const after = browser.sync.mock.calls.length
    await pass(60 * MINUTE)

    expect([before, after, browser.sync.mock.calls.length]).toEqual([0, 1, 7])
    expect(tab.snapshot().status).toBe('signedIn')
  })

  test('a renewal sends no name, and takes over the one the shop knows', async () => {
    await signedIn()
    browser.sync.mockResolvedValueOnce({ token: 'new', lifetimeMs: LIFETIME, displayName: 'Ann of the north' })

    await pass(10 * MINUTE)

    expect(browser.sync).toHaveBeenCalledWith(ann.email)
    expect(tab.snapshot().identity?.displayName).toBe('Ann of the north')
  })

  test('a token that lives for less than ten minutes is renewed at half its life', async () => {
    browser.lifetimeMs = 4 * MINUTE
    await signedIn()

    await pass(2 * MINUTE - 1)
    const before = browser.sync.mock.calls.length
    await pass(1)

    expect([before, browser.sync.mock.calls.length]).toEqual([0, 1])
  })

  test('is counted from the moment it was asked for', async () => {
    tab.start()
    browser.sync.mockImplementationOnce(async () => {
      sleep(20 * SECOND)
      return { token: 'slow', lifetimeMs: LIFETIME, displayName: 'ann' }
    })
    await tab.begin(ann)

    sleep(LIFETIME - 50 * SECOND)

    expect(await tab.freshToken()).not.toBe('slow')
  })

  test('a clock put back afterwards makes it count as expired', async () => {
    await signedIn()

    sleep(-24 * 60 * MINUTE)

    expect(await tab.freshToken()).toBe('token-2')
  })

  test.each(['', 'no json', '{}', '{"obtainedAt":"1","expiresAt":null}'])('times that read %j count as expired', async (times) => {
    await signedIn()
    browser.stored.set(STORED.times, times)

    expect(await tab.freshToken()).toBe('token-2')
  })

  test('many calls at once renew it once', async () => {
    await signedIn()
    sleep(LIFETIME)

    const tokens = await Promise.all(Array.from({ length: 20 }, () => tab.freshToken()))

    expect(new Set(tokens)).toEqual(new Set(['token-2']))
    expect(browser.sync).toHaveBeenCalledTimes(1)
  })

  test('one that the server refuses is renewed, unless that has happened already', async () => {
    await signedIn()

    const first = await tab.tokenInsteadOf('token-1')
    const second = await tab.tokenInsteadOf('token-1')

    expect([first, second]).toEqual(['token-2', 'token-2'])
    expect(browser.sync).toHaveBeenCalledTimes(1)
  })
})

describe('without a network', () => {
  test('it tries after 30 s, doubles up to 960 s, and starts over once it succeeds', async () => {
    await signedIn()
    browser.failure = new Offline()
    await pass(10 * MINUTE)
    const waits: number[] = []

    for (let attempt = 0; attempt < 8; attempt += 1) {
      const calls = browser.sync.mock.calls.length
      let waited = 0
      while (browser.sync.mock.calls.length === calls) {
        await pass(SECOND)
        waited += 1
      }
      waits.push(waited)
    }
    browser.failure = undefined
    await pass(SESSION.retryMaxMs)
    browser.failure = new Offline()
    browser.sync.mockClear()
    await pass(10 * MINUTE + 29 * SECOND)
    const before = browser.sync.mock.calls.length
    await pass(SECOND)

    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 960, 960])
    expect(browser.sync.mock.calls.length - before).toBe(1)
  })

  test("a customer's own calls try at once and do not lengthen the wait", async () => {
    await signedIn()
    browser.failure = new Offline()
    await pass(10 * MINUTE)
    sleep(LIFETIME)

    for (let call = 0; call < 5; call += 1) await expect(tab.freshToken()).rejects.toBeInstanceOf(Offline)
    browser.sync.mockClear()
    await pass(30 * SECOND)

    expect(browser.sync).toHaveBeenCalledTimes(1)
  })

  test('looking at the page again and again during an attempt does not lengthen the wait', async () => {
    await signedIn()
    let fail: (error: Error) => void = () => undefined
    browser.sync.mockImplementationOnce(() => new Promise((_, reject) => void (fail = reject)))
    await pass(10 * MINUTE)

    for (let look = 0; look < 5; look += 1) tab.start()
    fail(new Offline())
    await pass(29 * SECOND)
    const before = browser.sync.mock.calls.length
    await pass(SECOND)

    expect([before, browser.sync.mock.calls.length]).toEqual([1, 2])
  })

  test('where the shop cannot be asked, nobody is signed out (43)', async () => {
    await signedIn()
    browser.failure = new Offline()

    await pass(24 * 60 * MINUTE)

    expect(tab.snapshot()).toMatchObject({ status: 'signedIn', identity: ann })
    expect(stored('token')).toBe('token-1')
  })

  test('a page opened with an expired token stops loading and goes on trying', async () => {
    await signedIn()
    tab.stop()
    sleep(LIFETIME)
    browser.failure = new Offline()
    const reopened = browser.openTab()

    reopened.start()
    const first = reopened.snapshot().status
    await pass(0)
    const second = reopened.snapshot().status
    browser.failure = undefined
    await pass(30 * SECOND)

    expect([first, second, reopened.snapshot().status]).toEqual(['loading', 'signedIn', 'signedIn'])
    expect(stored('token')).toBe('token-2')
  })

  test('coming back renews at once what fell due', async () => {
    await signedIn()
    browser.failure = new Offline()
    await pass(10 * MINUTE)
    browser.failure = undefined

    tab.start()
    await pass(0)

    expect(stored('token')).toBe('token-2')
  })
})

describe('after sleep', () => {
  test('waking renews a token that fell due, before any timer does', async () => {
    await signedIn()
    sleep(12 * MINUTE)

    tab.start()
    await pass(0)

    expect(browser.sync).toHaveBeenCalledTimes(1)
  })

  test('waking leaves a token that is not due alone', async () => {
    await signedIn()
    sleep(9 * MINUTE)

    tab.start()
    await pass(0)

    expect(browser.sync).not.toHaveBeenCalled()
  })
})

describe('a definite refusal', () => {
  test('signs the person out and leaves the basket for their return', async () => {
    await signedIn()
    browser.stored.set('order', JSON.stringify({ email: ann.email }))
    browser.failure = new Refused()

    await pass(10 * MINUTE)

    expect(tab.snapshot()).toEqual({ status: 'signedOut', identity: null, ending: 'ended' })
    expect([...browser.stored.keys()]).toEqual(['order'])
  })

  test('ends the trying', async () => {
    await signedIn()
    browser.failure = new Refused()
    await pass(10 * MINUTE)
    browser.sync.mockClear()

    await pass(24 * 60 * MINUTE)

    expect(browser.sync).not.toHaveBeenCalled()
  })

  test('reaches the call that asked for the token', async () => {
    await signedIn()
    sleep(LIFETIME)
    browser.failure = new Refused()

    await expect(tab.freshToken()).rejects.toBeInstanceOf(Refused)

    expect(await tab.freshToken()).toBeNull()
  })

  test('a stored token without a person is looked up, and forgotten when the identity session is gone', async () => {
    browser.stored.set('accessToken', 'left over')
    browser.current.mockResolvedValueOnce(null)

    tab.start()
    await pass(0)

    expect(tab.snapshot().status).toBe('signedOut')
    expect(stored('token')).toBeUndefined()
  })

  test('a stored token without a person is renewed when the identity session stands', async () => {
    browser.stored.set('accessToken', 'left over')

    tab.start()
    await pass(0)

    expect(tab.snapshot()).toMatchObject({ status: 'signedIn', identity: ann })
  })
})

describe('signing out', () => {
  test('clears the browser at once and tells the server with the token', async () => {
    await signedIn()
    browser.stored.set('order', '{}')
    browser.stored.set('restAvailable', '{}')

    const leaving = tab.leave()
    const status = tab.snapshot()
    await leaving

    expect(status).toEqual({ status: 'signedOut', identity: null, ending: 'left' })
    expect(browser.endSession).toHaveBeenCalledWith('token-1')
    expect(browser.stored.size).toBe(0)
  })

  test('works without a network, and the server is told once it is back', async () => {
    await signedIn()
    browser.failure = new Offline()
    await tab.leave()
    const pending = stored('signOutPending')
    browser.failure = undefined

    tab.start()
    await pass(0)

    expect(pending).toBeDefined()
    expect(browser.endSession).toHaveBeenCalledTimes(2)
    expect(browser.stored.size).toBe(0)
  })

  test('is told to the server by the next page where this one was closed', async () => {
    await signedIn()
    browser.failure = new Offline()
    await tab.leave()
    browser.failure = undefined

    browser.openTab().start()
    await pass(0)

    expect(browser.stored.size).toBe(0)
  })

  test('that was pressed before the keeper came is done in full when it comes', async () => {
    await signedIn()
    browser.stored.set('order', '{}')
    // As the script in the head does it.
    browser.stored.set('signOutPending', 'yes')
    browser.stored.delete('accessToken')

    const later = browser.openTab()
    later.start()
    await pass(0)

    expect(browser.endSession).toHaveBeenCalledWith(null)
    expect(later.snapshot().status).toBe('signedOut')
    expect(browser.stored.size).toBe(0)
  })

  test('pressed twice tells the server once', async () => {
    await signedIn()

    await Promise.all([tab.leave(), tab.leave()])

    expect(browser.endSession).toHaveBeenCalledTimes(1)
  })

  test('signing in waits for it, and is not undone by one that was never heard', async () => {
    await signedIn()
    browser.failure = new Offline()
    await tab.leave()
    browser.failure = undefined

    await tab.readyToSignIn()
    await tab.begin(bob)
    browser.endSession.mockClear()
    tab.start()
    await pass(0)

    expect(browser.endSession).not.toHaveBeenCalled()
    expect(tab.snapshot().identity).toEqual(bob)
  })

  test('an answer that comes afterwards does not bring the session back', async () => {
    await signedIn()
    let answer: (grant: TokenGrant) => void = () => undefined
    browser.sync.mockImplementationOnce(() => new Promise((resolve) => void (answer = resolve)))
    await pass(10 * MINUTE)

    await tab.leave()
    answer({ token: 'late', lifetimeMs: LIFETIME, displayName: 'ann' })
    await pass(0)

    expect(tab.snapshot().status).toBe('signedOut')
    expect(browser.stored.size).toBe(0)
  })

  test('nothing is renewed afterwards', async () => {
    await signedIn()
    await tab.leave()

    await pass(24 * 60 * MINUTE)

    expect(browser.sync).not.toHaveBeenCalled()
  })
})

describe('several tabs', () => {
  test('one signs in, the others follow', async () => {
    const other = browser.openTab()
    other.start()
    await signedIn()

    other.storageChanged('accessToken')

    expect(other.snapshot()).toMatchObject({ status: 'signedIn', identity: ann })
  })

  test.each(['accessToken', null])('one signs out, the others follow (%s)', async (key) => {
    await signedIn()
    const other = browser.openTab()
    other.start()

    await tab.leave()
    other.storageChanged(key)

    expect(other.snapshot().status).toBe('signedOut')
  })

  test('other keys change nothing', async () => {
    await signedIn()
    const listener = vi.fn()
    tab.subscribe(listener)

    tab.storageChanged('order')
    tab.storageChanged('accessToken')

    expect(listener).not.toHaveBeenCalled()
  })

  test('all that fall due together renew once', async () => {
    await signedIn()
    const others = [browser.openTab(), browser.openTab(), browser.openTab()]
    for (const other of others) other.start()

    await pass(10 * MINUTE)

    expect(browser.sync).toHaveBeenCalledTimes(1)
    for (const other of others) expect(await other.freshToken()).toBe('token-2')
  })

  test('a refusal for the person before does not sign out the one who has signed in elsewhere', async () => {
    await signedIn()
    const other = browser.openTab()
    other.start()
    let refuse: (error: Error) => void = () => undefined
    browser.sync.mockImplementationOnce(() => new Promise((_, reject) => void (refuse = reject)))
    await pass(10 * MINUTE)

    await other.begin(bob)
    refuse(new Refused())
    await pass(0)
    tab.storageChanged('accessToken')

    expect(tab.snapshot()).toMatchObject({ status: 'signedIn', identity: bob })
  })
})

test('a new name is kept for the next page', async () => {
  await signedIn()

  tab.rename('Ann B.')
  const reloaded = browser.openTab()
  reloaded.start()

  expect([tab, reloaded].map((each) => each.snapshot().identity?.displayName)).toEqual(['Ann B.', 'Ann B.'])
})
