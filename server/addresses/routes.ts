import type { FastifyInstance } from 'fastify'
import { addressCalls } from '#contract/people/addresses.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { addAddress } from './add-address.ts'
import { changeAddress } from './change-address.ts'
import { listAddresses } from './list-addresses.ts'
import { removeAddress } from './remove-address.ts'

export async function addressRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  registerCall(app, addressCalls.mine, async ({ caller }) => ({ addresses: await listAddresses(db, caller.userId) }))
  registerCall(app, addressCalls.add, async ({ request, caller, body }) => ({ address: await addAddress(db, request, caller, body) }))
  registerCall(app, addressCalls.change, async ({ params, caller, body }) => ({
    address: await changeAddress(db, caller, params.id, body),
  }))
  registerCall(app, addressCalls.remove, async ({ params, caller }) => ({
    deletedCount: await removeAddress(db, caller, params.id),
  }))
}
