import type { FastifyInstance } from 'fastify'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { meCalls } from '#contract/people/me.ts'
import { userCalls } from '#contract/people/users.ts'
import { findUser } from '../identity/find-user.ts'
import { registerCall } from '../platform/http/register-call.ts'
import { serveRows } from '../platform/http/serve-rows.ts'
import type { Services } from '../services.ts'
import { tryToFinishCancelling } from '../orders/try-to-finish-cancelling.ts'
import { blockAccount } from './block-account.ts'
import { chooseOrderMails, findOrderMails } from './choose-order-mails.ts'
import { findMe } from './find-me.ts'
import { findRights, listUsers } from './find-users.ts'
import { setPermissions } from './set-permissions.ts'
import { setRole } from './set-role.ts'
import { unblockAccount } from './unblock-account.ts'
import { updateProfile } from './update-profile.ts'

/** `PUT /user/{email}`, which issues the access token, is with the identity calls. */
export async function userRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, identity } = services
  registerCall(app, meCalls.me, ({ caller }) => findMe(db, caller))
  registerCall(app, userCalls.isAdmin, ({ params }) => findRights(db, normalizeEmail(params.email)))
  registerCall(app, userCalls.profile, ({ params }) => findUser(db, normalizeEmail(params.email)))
  registerCall(app, userCalls.updateProfile, ({ body, caller }) => updateProfile(db, caller, body))
  serveRows(app, userCalls.all, () => listUsers(db))
  registerCall(app, userCalls.orderMails, async ({ caller }) => ({ orderMails: await findOrderMails(db, caller.userId) }))
  registerCall(app, userCalls.chooseOrderMails, async ({ body, caller }) => ({
    orderMails: await chooseOrderMails(db, caller, body.orderMails),
  }))
  registerCall(app, userCalls.setRole, async ({ params, body, caller }) => {
    await identity.countAttempt('role-change', caller.userId)
    return { result: { modifiedCount: await setRole(db, caller, normalizeEmail(params.email), body.role) } }
  })
  registerCall(app, userCalls.setPermissions, async ({ params, body, caller }) => {
    await identity.countAttempt('role-change', caller.userId)
    return { result: { modifiedCount: await setPermissions(db, caller, normalizeEmail(params.email), body.permissions) } }
  })
  registerCall(app, userCalls.setBlocked, async ({ params, body, caller }) => {
    await identity.countAttempt('role-change', caller.userId)
    const email = normalizeEmail(params.email)
    if (!body.blocked) return { result: { modifiedCount: await unblockAccount(db, caller, email) } }
    const ended = await blockAccount(db, caller, email)
    for (const billId of ended?.toFinish ?? []) await tryToFinishCancelling(services, billId)
    return { result: { modifiedCount: ended ? 1 : 0 } }
  })
}
