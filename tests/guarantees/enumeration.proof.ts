import { expect, test } from 'vitest'
import { countedPasswords } from '#tests/support/counted-passwords.ts'
import { countStatements } from '#tests/support/database/count-statements.ts'
import { questionsOf } from '#tests/support/hostile/who-has-an-account.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

/**
 * Statements more for what exists, where the answer's time does not tell it. Signing in reads the hash, a fraction of a
 * millisecond beside the 80 of checking it. A new password queues a mail, and the answer is held back until long after
 * (server/identity/reset-password.test.ts). bench/long/enumeration.measure.ts measures all of it by the clock.
 */
const moreStatements: Record<string, number> = { 'signing in': 1, 'a new password': 5 }
const { made, passwords } = countedPasswords()
const shop = await openShop({ passwords })
const questions = await questionsOf(shop, 20)

test.each(questions.map((question) => [question.name, question] as const))(
  '%s is answered in the same words whether there is such an account or not (32) (39)',
  async (_, { ask }) => {
    const [existing, absent] = [await ask(true), await ask(false)]

    expect(existing).toBe(absent)
  },
)

test.each(questions.map((question) => [question.name, question] as const))(
  '%s takes as much work whether there is such an account or not (39) (G12)',
  async (name, { ask }) => {
    const workFor = async (exists: boolean) => {
      const before = made.hash + made.verify
      const statements = await countStatements(shop.db, () => ask(exists))
      return { hashes: made.hash + made.verify - before, statements }
    }

    const [existing, absent] = [await workFor(true), await workFor(false)]

    expect(existing).toEqual({ hashes: absent.hashes, statements: absent.statements + (moreStatements[name] ?? 0) })
    expect(absent.hashes).toBe(name === 'signing in' ? 1 : 0)
  },
)
