import { createAuthEndpoint, formCsrfMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

/** Ways to an identity session that better-auth does not have, with the cookie, the lifetime and the checks of every other session. */
export const sessionPlugin = {
  id: 'shop-sessions',
  endpoints: {
    /**
     * As better-auth's own sign-in, which refuses addresses that the contract takes. The contract has checked the body. An unknown address
     * takes as long as a wrong password.
     */
    signInByPassword: createAuthEndpoint(
      '/sign-in/password',
      { method: 'POST', use: [formCsrfMiddleware], metadata: { $Infer: { body: {} as { email: string; password: string } } } },
      async (ctx) => {
        const { internalAdapter, password: passwords } = ctx.context
        const { email, password } = ctx.body
        const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
        const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password
        const isRight = hash ? await passwords.verify({ hash, password }) : (await passwords.hash(password), false)
        if (!found || !isRight) throw ctx.error('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' })
        const session = await internalAdapter.createSession(found.user.id)
        await setSessionCookie(ctx, { session, user: found.user })
        return ctx.json({ token: session.token })
      },
    ),
    /** For an account that an external issuer has vouched for. Server-only: it has no route. */
    createSessionOf: createAuthEndpoint.serverOnly(
      { method: 'POST', metadata: { $Infer: { body: {} as { userId: string } } } },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw ctx.error('UNAUTHORIZED') // deleted concurrently
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ sessionId: session.id })
      },
    ),
  },
}
