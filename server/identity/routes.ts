import type { FastifyInstance } from 'fastify'
import { identityCalls } from '#contract/people/identity.ts'
import { userCalls, type Identity as SignedInIdentity } from '#contract/people/users.ts'
import { ShopError } from '../errors.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { changePassword } from './change-password.ts'
import { findIdentity } from './find-identity.ts'
import type { Identity, IdentitySession } from './identity.ts'
import { offeredIssuers } from './external/choose-issuers.ts'
import { externalSignInRoutes } from './external/routes.ts'
import { register } from './register.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signInWithLink } from './sign-in-with-link.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'
import { signOut } from './sign-out.ts'
import { syncUser } from './sync-user.ts'
import { sendVerification, verifyEmail } from './verify-email.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of calls with the policy `identity`: the session of the cookie. */
    identitySession: IdentitySession | null
  }
}

/** All calls that read the identity session's cookie; no other call does. */
export async function identityRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, identity } = services
  guardCookie(app, identity)

  registerCall(app, identityCalls.register, ({ body, request, reply }) =>
    identityOf(services, register(services, { request, reply }, body)),
  )
  registerCall(app, identityCalls.signIn, ({ body, request, reply }) => identityOf(services, signIn(services, { request, reply }, body)))
  registerCall(app, identityCalls.signInWithLink, ({ body, request, reply }) =>
    identityOf(services, signInWithLink(services, { request, reply }, body.token)),
  )
  registerCall(app, identityCalls.current, async ({ request, reply }) => {
    const session = await identity.findSession(request, reply)
    return { identity: session && (await findIdentity(db, session.id)) }
  })
  registerCall(app, identityCalls.signOut, ({ request, reply }) => done(signOut(services, { request, reply })))
  registerCall(app, identityCalls.signOutEverywhere, ({ caller, request, reply }) =>
    done(signOutEverywhere(services, { request, reply }, caller)),
  )
  registerCall(app, identityCalls.forgetPassword, ({ body, request }) => done(requestPasswordReset(services, request.ip, body.email)))
  registerCall(app, identityCalls.resetPassword, ({ body, request }) => done(resetPassword(services, request.ip, body)))
  registerCall(app, identityCalls.changePassword, ({ body, caller, request, reply }) =>
    done(changePassword(services, { request, reply }, caller, body)),
  )
  registerCall(app, identityCalls.sendVerification, ({ caller }) => done(sendVerification(services, caller)))
  registerCall(app, identityCalls.verifyEmail, ({ body, request, reply }) => done(verifyEmail(services, { request, reply }, body.token)))
  registerCall(app, identityCalls.externalProviders, () => offeredIssuers(services.settings))
  await app.register(externalSignInRoutes(services))
  registerCall(
    app,
    userCalls.sync,
    ({ params, body, request }) => syncUser(services, request.identitySession!, params.email, body), // set for every call of its policy, below
  )
}

/**
 * The only calls that a cookie can authorise: another site's page may not make them. The identity session is required
 * before the body is read.
 */
function guardCookie(app: FastifyInstance, identity: Identity): void {
  app.decorateRequest('identitySession', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (request.method !== 'GET' && request.method !== 'HEAD') identity.requireOwnOrigin(request)
    if (request.routeOptions.config.policy !== 'identity') return
    const session = await identity.findSession(request, reply)
    if (!session) throw new ShopError('SIGN_IN_NEEDED')
    if (session.disabled) throw new ShopError('ACCOUNT_DISABLED')
    request.identitySession = session
  })
}

async function identityOf({ db }: Services, sessionId: Promise<string>): Promise<{ identity: SignedInIdentity }> {
  const identity = await findIdentity(db, await sessionId)
  if (!identity) throw new ShopError('SIGN_IN_NEEDED') // ended by a concurrent call
  return { identity }
}

async function done(work: Promise<void>): Promise<{ status: boolean }> {
  await work
  return { status: true }
}
