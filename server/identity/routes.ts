import type { FastifyInstance } from 'fastify'
import { identityCalls } from '#contract/identity.ts'
import { userCalls, type Identity as SignedInIdentity } from '#contract/users.ts'
import { ShopError } from '../errors.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { findIdentity } from './find-identity.ts'
import type { Identity, IdentitySession } from './identity.ts'
import { offeredIssuers } from './outside/choose-issuers.ts'
import { outsideRoutes } from './outside/routes.ts'
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

const done = { status: true }

/** All calls that read the identity session's cookie; no other call does. */
export async function identityRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, identity } = services
  guardCookie(app, identity)

  registerCall(app, identityCalls.register, async ({ body, request, reply }) => ({
    identity: await identityOf(services, await register(services, { request, reply }, body)),
  }))
  registerCall(app, identityCalls.signIn, async ({ body, request, reply }) => ({
    identity: await identityOf(services, await signIn(services, { request, reply }, body)),
  }))
  registerCall(app, identityCalls.signInWithLink, async ({ body, request, reply }) => ({
    identity: await identityOf(services, await signInWithLink(services, { request, reply }, body.token)),
  }))
  registerCall(app, identityCalls.current, async ({ request, reply }) => {
    const session = await identity.findSession(request, reply)
    return { identity: session && (await findIdentity(db, session.id)) }
  })
  registerCall(app, identityCalls.signOut, async ({ request, reply }) => {
    await signOut(services, { request, reply })
    return done
  })
  registerCall(app, identityCalls.signOutEverywhere, async ({ caller, request, reply }) => {
    await signOutEverywhere(services, { request, reply }, caller)
    return done
  })
  registerCall(app, identityCalls.forgetPassword, async ({ body, request }) => {
    await requestPasswordReset(services, request.ip, body.email)
    return done
  })
  registerCall(app, identityCalls.resetPassword, async ({ body, request }) => {
    await resetPassword(services, request.ip, body)
    return done
  })
  registerCall(app, identityCalls.sendVerification, async ({ caller }) => {
    await sendVerification(services, caller)
    return done
  })
  registerCall(app, identityCalls.verifyEmail, async ({ body, request, reply }) => {
    await verifyEmail(services, { request, reply }, body.token)
    return done
  })
  registerCall(app, identityCalls.outside, () => offeredIssuers(services.settings))
  await app.register(outsideRoutes(services))
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

async function identityOf({ db }: Services, sessionId: string): Promise<SignedInIdentity> {
  const identity = await findIdentity(db, sessionId)
  if (!identity) throw new ShopError('SIGN_IN_NEEDED') // ended by a concurrent call
  return identity
}
