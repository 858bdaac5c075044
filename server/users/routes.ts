import type { FastifyPluginAsync } from 'fastify'
import { normalizeEmail } from '#contract/fields.ts'
import { userCalls } from '#contract/users.ts'
import { registerCall } from '../http/register-call.ts'
import type { Services } from '../services.ts'
import { findUser, isAdmin, listUsers } from './find-users.ts'
import { setRole } from './set-role.ts'
import { updateProfile } from './update-profile.ts'

/** `PUT /user/{email}`, which hands out the access token, stands with the identity calls. */
export const userRoutes =
  ({ db, identity }: Services): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, userCalls.isAdmin, async ({ params }) => ({ admin: await isAdmin(db, normalizeEmail(params.email)) }))
    registerCall(app, userCalls.profile, ({ params }) => findUser(db, normalizeEmail(params.email)))
    registerCall(app, userCalls.updateProfile, ({ body, caller }) => updateProfile(db, caller, body))
    registerCall(app, userCalls.all, () => listUsers(db))
    registerCall(app, userCalls.setRole, async ({ params, body, caller }) => {
      await identity.countAttempt('role-change', caller.userId)
      return { result: { modifiedCount: await setRole(db, caller, normalizeEmail(params.email), body.role) } }
    })
  }
