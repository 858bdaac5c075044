import type { FastifyInstance } from 'fastify'
import { customerPartNumberCalls as calls } from '#contract/parts/customer-part-numbers.ts'
import { transaction } from '#database/transaction.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { changeCustomerPartNumbers } from './change-customer-part-numbers.ts'
import { listCustomerPartNumbers } from './list-customer-part-numbers.ts'

export async function customerPartNumberRoutes(app: FastifyInstance, { db, identity }: Services): Promise<void> {
  registerCall(app, calls.mine, ({ caller }) => listCustomerPartNumbers(db, caller.userId))
  registerCall(app, calls.change, async ({ body, caller }) => {
    await identity.countAttempt('quote-work', caller.userId, body.add.length)
    return { modifiedCount: await transaction(db, (tx) => changeCustomerPartNumbers(tx, caller, body)) }
  })
}
