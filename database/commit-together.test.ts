import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { commitTogether, requireAll } from './commit-together.ts'
import type { Database, Transaction } from './connect.ts'

type Request = { of: string | undefined; asks: string }

/** Begins a transaction with each batch, and commits it when it is let. */
function openDesk() {
  const committed: string[][] = []
  const commits: PromiseWithResolvers<void>[] = []
  let isHeld = false
  const db = {
    async transaction(work: (tx: Transaction) => Promise<unknown>) {
      const tx = Object.assign<string[], object>([], { execute: () => ({ execute: async () => undefined }) })
      const answer = await work(tx as unknown as Transaction)
      if (isHeld) {
        const commit = Promise.withResolvers<void>()
        commits.push(commit)
        await commit.promise
      }
      committed.push([...tx])
      return answer
    },
  } as unknown as Database
  const write = (tx: Transaction, asks: string) => {
    if (asks === 'broken') throw new Error('it is broken')
    ;(tx as unknown as string[]).push(asks)
    return `done: ${asks}`
  }
  const serve = commitTogether<Request, string>({
    alone: async (tx, { asks }) => write(tx, asks),
    together: async (tx, requests) => {
      await nextTurn()
      const answers = requests.map(({ asks }) => write(tx, asks))
      return requireAll(answers.map((answer, place) => (requests[place]!.asks.startsWith('odd') ? undefined : answer)))
    },
    subject: ({ of }) => of,
  })
  return {
    committed,
    ask: (of: string | undefined, asks: string) => serve(db, { of, asks }),
    /** Transactions that wait for their commit. */
    begun: () => commits.length,
    hold: () => void (isHeld = true),
    async letGo() {
      isHeld = false
      while (commits.length > 0) commits.shift()!.resolve()
      await nextTurn()
    },
  }
}

test('what is asked for in one turn is one commit, and each gets its own answer', async () => {
  const desk = openDesk()

  const answers = await Promise.all([desk.ask('ann', 'a'), desk.ask('ben', 'b'), desk.ask('cid', 'c')])

  expect(answers).toEqual(['done: a', 'done: b', 'done: c'])
  expect(desk.committed).toEqual([['a', 'b', 'c']])
})

test('what is asked for during a commit is the next one, and nobody is answered before theirs', async () => {
  const desk = openDesk()
  const answered: string[] = []
  desk.hold()
  const first = desk.ask('ann', 'a').then((answer) => answered.push(answer))
  await nextTurn()
  await nextTurn()
  const others = ['b', 'c'].map((asks) => desk.ask(asks, asks).then((answer) => answered.push(answer)))
  await nextTurn()
  const before = [...answered]

  await desk.letGo()
  await Promise.all([first, ...others])

  expect(before).toEqual([])
  expect(desk.committed).toEqual([['a'], ['b', 'c']])
})

test('two requests about the same are never in one commit', async () => {
  const desk = openDesk()

  await Promise.all([desk.ask('ann', 'a'), desk.ask('ben', 'b'), desk.ask('ann', 'a again'), desk.ask('cid', 'c')])

  expect(desk.committed).toEqual([['a', 'b', 'c'], ['a again']])
})

test('a request without a subject is done alone at once', async () => {
  const desk = openDesk()

  await Promise.all([desk.ask('ann', 'a'), desk.ask(undefined, 'x'), desk.ask('ben', 'b')])

  expect(desk.committed).toEqual([['x'], ['a', 'b']])
})

test('what cannot be done together is done alone, the others together', async () => {
  const desk = openDesk()

  const answers = await Promise.all([desk.ask('ann', 'a'), desk.ask('ben', 'odd b'), desk.ask('cid', 'c')])

  expect(answers).toEqual(['done: a', 'done: odd b', 'done: c'])
  expect(desk.committed.toSorted((one, other) => one.length - other.length)).toEqual([['odd b'], ['a', 'c']])
})

test('an error reaches the one whose request it is, and spoils nobody', async () => {
  const desk = openDesk()

  const answers = await Promise.allSettled([desk.ask('ann', 'a'), desk.ask('ben', 'broken'), desk.ask('cid', 'c')])

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(desk.committed.flat().toSorted()).toEqual(['a', 'c'])
})

test('a commit that hangs keeps no other from beginning', async () => {
  const desk = openDesk()
  desk.hold()
  const first = desk.ask('ann', 'a')
  await delay(5)
  const second = desk.ask('ben', 'b')
  await expect.poll(desk.begun).toBe(2)

  await desk.letGo()

  expect(await Promise.all([first, second])).toEqual(['done: a', 'done: b'])
  expect(desk.committed).toEqual([['a'], ['b']])
})

test('a crowd that is too large for one commit is done by several', async () => {
  const desk = openDesk()
  const crowd = Array.from({ length: 70 }, (_, index) => String(index))

  const answers = await Promise.all(crowd.map((one) => desk.ask(one, one)))

  expect(answers).toEqual(crowd.map((one) => `done: ${one}`))
  expect(desk.committed.map((together) => together.length)).toEqual([32, 32, 6])
})
