import { createHash } from 'node:crypto'
import type { ReadMovement } from './statement.ts'

/**
 * A movement's identity in all files of its account: by the bank's reference, or else by all that the file says of it. Movements
 * that are equal in it are numbered, so that two payments of the same sum by the same payer on one day are two, and the same file
 * read twice has the same ones.
 */
export function fingerprintsOf(account: string, movements: readonly ReadMovement[]): string[] {
  const seen = new Map<string, number>()
  return movements.map((movement) => {
    const { bookedOn, amount, currency, bankReference, payer, payerAccount, text, reference } = movement
    const identity = bankReference === '' ? ['words', payer, payerAccount, text, reference] : ['bank', bankReference]
    const one = JSON.stringify([account, bookedOn, amount, currency, ...identity])
    const number = (seen.get(one) ?? 0) + 1
    seen.set(one, number)
    return createHash('sha256').update(`${one}#${number}`).digest('hex')
  })
}
