import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

/**
 * Lets this server begin the identity session of a person whom an outside issuer has vouched for, with the cookie, the
 * life and the checks of every other one. It has no address: no request reaches it.
 */
export const sessionPlugin = {
  id: 'outside-session',
  endpoints: {
    beginSessionOf: createAuthEndpoint.serverOnly(
      { method: 'POST', metadata: { $Infer: { body: {} as { userId: string } } } },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw ctx.error('UNAUTHORIZED') // deleted by somebody in the same moment
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ sessionId: session.id })
      },
    ),
  },
}
