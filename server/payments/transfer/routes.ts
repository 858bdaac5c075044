import type { FastifyInstance } from 'fastify'
import { orderNumber } from '#contract/orders/orders.ts'
import { transferCalls } from '#contract/payments/transfers.ts'
import { taxedCentsOf } from '#database/tables/orders.ts'
import { inGroups } from './creditor-reference.ts'
import { ShopError } from '../../errors.ts'
import type { LayOut } from '../../platform/documents/lay-out-in-thread.ts'
import type { Layout } from '../../platform/documents/layout.ts'
import { sendFile } from '../../platform/documents/send-file.ts'
import { limitDocuments } from '../../platform/documents/limit-documents.ts'
import { readCall, registerCall, routeOf } from '../../platform/http/register-call.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import type { Services } from '../../services.ts'
import { sumTaxes } from '../../taxes/preview-tax.ts'
import { takeOnAccount } from '../account/take-on-account.ts'
import { nameOfBill } from '../../orders/bill.ts'
import { findOwnBill } from '../own-bill.ts'
import { bankAccountOf } from '../../platform/settings/bank-account.ts'
import { chooseTransfer } from './choose-transfer.ts'
import type { ProFormaFacts, ProFormaLine } from './draw-pro-forma.ts'
import { findTransfer } from './find-transfer.ts'
import { findWays } from './find-ways.ts'

const layout: Layout<ProFormaFacts, ProFormaLine> = { module: import.meta.resolve('./draw-pro-forma.ts'), name: 'openProForma' }
const SENDING_BYTES = 4 * 1024 * 1024

/** Ways to pay other than by card, for the buyer. */
export async function transferRoutes(app: FastifyInstance, services: Services & { layOut: LayOut }): Promise<void> {
  registerCall(app, transferCalls.ways, ({ params, caller }) => findWays(services, caller, params.id))
  registerCall(app, transferCalls.choose, async ({ params, caller }) => {
    await services.identity.countAttempt('payment', caller.userId)
    return chooseTransfer(services, caller, params.id)
  })
  registerCall(app, transferCalls.onAccount, async ({ params, body, caller }) => {
    await services.identity.countAttempt('payment', caller.userId)
    return takeOnAccount(services, caller, params.id, body.due)
  })
  await app.register(async (files) => serveProForma(files, services))
}

async function serveProForma(app: FastifyInstance, { db, settings, layOut }: Services & { layOut: LayOut }): Promise<void> {
  limitDocuments(app)
  const route = routeOf(transferCalls.proForma)
  app.route({
    ...route,
    config: { ...route.config, streamed: true },
    handler: async (request, reply) => {
      const { params, caller } = readCall<typeof transferCalls.proForma>(request, reply)
      const bill = await findOwnBill(db, caller, params.id)
      await applySettings({ db, settings })
      const [transfer, account] = [await findTransfer(db, bill.id), bankAccountOf(settings)]
      if (!transfer?.chosenAt || !account) throw new ShopError('NOT_FOUND')
      const billed = bill.orders.filter(({ state }) => state !== 'cancelled')
      const [first] = billed
      if (!first) throw new ShopError('ORDER_NOT_PAYABLE')
      const facts: ProFormaFacts = {
        shopName: settings.shopName,
        lineCount: billed.length,
        name: nameOfBill({ ...bill, orders: billed }),
        issuedOn: transfer.chosenAt.toISOString().slice(0, 10),
        payBy: first.payBy?.toISOString().slice(0, 10) ?? null,
        buyer: first.displayName,
        address: first.address.split('\n'),
        account,
        reference: inGroups(transfer.reference),
        netCents: billed.reduce((sum, { totalCents }) => sum + totalCents, 0),
        freightCents: bill.freightCents,
        taxes:
          sumTaxes(
            billed.map((order) => ({ netCents: taxedCentsOf(order) })),
            billed.map(({ tax }) => tax),
          )?.parts ?? [],
        dueCents: bill.totalCents,
        receivedCents: transfer.receivedCents,
      }
      const lines = billed.map(({ position, partName, quantity, totalCents }) => ({
        number: orderNumber(position),
        name: partName,
        quantity,
        totalCents,
      }))
      app.holdBytes(request, reply, SENDING_BYTES)
      const name = `pro-forma-${orderNumber(first.position)}.pdf`
      return sendFile(reply, layOut(layout, { facts, batches: [lines] }), { name, format: 'pdf' })
    },
  })
}
