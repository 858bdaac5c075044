import type { FastifyInstance } from 'fastify'
import { bankCalls } from '#contract/payments/bank.ts'
import { openItemCalls } from '#contract/payments/open-items.ts'
import { ShopError } from '../errors.ts'
import { closeByHand } from '../payments/account/close-by-hand.ts'
import { listOpenItems } from '../payments/account/list-open-items.ts'
import { readCredit, setCredit } from '../payments/account/set-credit.ts'
import { linkNext } from '../platform/http/link-next.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { decideAgain, decideMovement } from './decide-movement.ts'
import { findOpenBills } from './find-open-bills.ts'
import { listToGiveBack, markGivenBack } from './give-back.ts'
import { listMovements } from './list-movements.ts'
import { listPartPaid } from './list-part-paid.ts'
import { moveMoney } from './move-money.ts'
import { reviveBill } from './revive-bill.ts'
import { acceptShortfall } from './take-shortfall.ts'
import { addSeenLine, listStatements, uploadStatement } from './upload-statement.ts'

/** For people with the permission for money. */
export async function bankRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  registerCall(app, bankCalls.statements, () => listStatements(db))
  await app.register(async (files) => {
    files.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    registerCall(files, bankCalls.upload, ({ query, caller, request }) => {
      const { body } = request
      if (!Buffer.isBuffer(body)) throw new ShopError('WRONG_CONTENT_TYPE')
      return uploadStatement(services, caller, { ...query, bytes: body })
    })
  })
  registerCall(app, bankCalls.addSeen, ({ params, body, caller }) => addSeenLine(services, caller, params.id, body.line))
  registerCall(app, bankCalls.movements, async (call) =>
    linkNext(call, 'movements', await listMovements(db, services.settings, call.query)),
  )
  registerCall(app, bankCalls.decide, ({ params, body, caller }) => decideMovement(services, caller, params.id, body))
  registerCall(app, bankCalls.takeBack, ({ params, caller }) => decideAgain(db, caller, params.id))
  registerCall(app, bankCalls.findBills, ({ query }) => findOpenBills(db, query))
  registerCall(app, bankCalls.partPaid, () => listPartPaid(db, services.settings))
  registerCall(app, bankCalls.acceptShortfall, ({ params, body, caller }) => acceptShortfall(services, caller, params.id, body))
  registerCall(app, bankCalls.revive, ({ params, body, caller }) => reviveBill(services, caller, params.id, body.shortfall))
  registerCall(app, bankCalls.move, ({ params, body, caller }) => moveMoney(services, caller, params.id, body))
  registerCall(app, bankCalls.toGiveBack, () => listToGiveBack(db))
  registerCall(app, bankCalls.givenBack, ({ params, body, caller }) => markGivenBack(db, caller, params.id, body.kind))

  registerCall(app, openItemCalls.all, () => listOpenItems(db))
  registerCall(app, openItemCalls.close, ({ params, body, caller }) => closeByHand(db, caller, params.id, body))
  registerCall(app, openItemCalls.credit, ({ params }) => readCredit(db, params.id))
  registerCall(app, openItemCalls.setCredit, ({ params, body, caller }) => setCredit(db, caller, params.id, body))
}
