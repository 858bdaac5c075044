import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

const cachingOf = ({ headers }: LightMyRequestResponse) => String(headers['cache-control'] ?? '')
/** An answer that a cache between the shop and its visitors may keep. */
const mayBeKept = (answer: LightMyRequestResponse) => !/no-store|private/.test(cachingOf(answer))
/** One that it may also give to others without asking the shop again, who then asks. */
const isGivenUnasked = (answer: LightMyRequestResponse) => mayBeKept(answer) && !cachingOf(answer).includes('no-cache')

/**
 * What a cache may keep is the same for all who ask, as it gives it to anybody, and sets no cookie. `answers` are those to one address,
 * by who asked. Where the cache asks the shop each time, others may get an answer of their own, which it does not keep.
 */
export function expectSameKeptBytes(answers: Record<string, LightMyRequestResponse>): void {
  const all = Object.entries(answers)
  const kept = all.filter(([, answer]) => mayBeKept(answer))
  const alike = all.some(([, answer]) => isGivenUnasked(answer)) ? all : kept
  const told = alike.map(([who, answer]) => {
    const bytes = createHash('sha256').update(answer.rawPayload).digest('hex')
    return [who, `${answer.statusCode} ${cachingOf(answer)} ${bytes}`] as const
  })

  expect(Object.fromEntries(told), 'the same for all who ask').toEqual(Object.fromEntries(told.map(([who]) => [who, told[0]![1]])))
  expect(
    kept.filter(([, { headers }]) => headers['set-cookie'] !== undefined).map(([who]) => who),
    'without cookies',
  ).toEqual([])
}
