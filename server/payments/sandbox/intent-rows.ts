import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { sandboxEvents, sandboxIntents } from '#database/tables/sandbox.ts'

export type SandboxIntentRow = typeof sandboxIntents.$inferSelect

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ID_LENGTH = 24

export const randomText = () => Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export async function lockIntent(tx: Transaction, intentId: string): Promise<SandboxIntentRow | undefined> {
  const [row] = await tx.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId)).for('update')
  return row
}

/** Queues a message to the shop in the transaction of the change. `object` becomes `data.object`. */
export async function queueMessage(tx: Transaction, type: string, object: object): Promise<void> {
  await tx.insert(sandboxEvents).values({ id: `evt_${randomText()}`, type, payload: { object } })
}
