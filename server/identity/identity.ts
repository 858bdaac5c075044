import { createHmac } from 'node:crypto'
import { APIError, createEmailVerificationToken } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseNow } from '#database/clock.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { accounts, sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../errors.ts'
import { ADDRESS_HEADER, BASE_PATH, configureBetterAuth, type IdentityOptions } from './configure-better-auth.ts'
import { keepAuthSecret } from './keep-auth-secret.ts'
import { knownDevices, type KnownDevices } from './known-devices.ts'
import { countAttempt, forgiveAttempt, type LimitedAttempt } from './limit-attempts.ts'
import { LINK_MINUTES } from './mail-links.ts'
import { toRefusal } from './refusals.ts'
import { signedSession } from './signed-session.ts'
import { requireOwnOrigin, trustedOrigins } from './trusted-origins.ts'

const USER_AGENT_LENGTH = 300
const PASSWORD_PROVIDER = 'credential'

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** An identity session with a valid cookie. A disabled account keeps its session but cannot use it. */
export type IdentitySession = { id: string; userId: string; email: string; disabled: boolean }

export type Identity = {
  /**
   * Sends one request to better-auth, with its limits per address and its origin check.
   * @throws ShopError for every refusal.
   */
  ask(exchange: Exchange, method: 'GET' | 'POST', path: string, body?: Record<string, unknown>): Promise<unknown>
  /**
   * Signs in: sets the session's cookie on the reply and returns its id.
   * @throws ShopError as `ask`.
   */
  startSession(exchange: Exchange, email: string, password: string): Promise<string>
  /**
   * As `startSession`, for an account authenticated otherwise than by a password. Counted by no limit.
   * @throws ShopError ACCOUNT_DISABLED
   */
  startSessionOf(exchange: Exchange, userId: string): Promise<string>
  /** The identity session of the request's cookie; null without a live one. With a reply, renews or clears the cookie. */
  findSession(request: FastifyRequest, reply?: FastifyReply): Promise<IdentitySession | null>
  /** Whether a Cookie header contains a session signed by this shop; it may have ended, because nothing is looked up. */
  signedSession(cookies: string): boolean
  endSession(sessionId: string): Promise<void>
  /** @throws ShopError NOT_ALLOWED for a request from another site's page. */
  requireOwnOrigin(request: FastifyRequest): void
  hashPassword(password: string): Promise<string>
  /** Sets the password; `passwordHash` comes from `hashPassword`. The earlier password becomes invalid. */
  setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void>
  /** The stored hash if the password is the account's; undefined for a wrong one, and for an account without one. */
  checkPassword(email: string, password: string): Promise<string | undefined>
  /** Sets the password if its hash is still `currentHash`; says whether it was. */
  replacePassword(tx: Queryable, userId: string, currentHash: string, passwordHash: string): Promise<boolean>
  /** The token of a verification mail, valid for `LINK_MINUTES`, any number of times. */
  createVerificationToken(email: string): Promise<string>
  readVerificationToken(token: string): Promise<string | undefined>
  devices: KnownDevices
  /** A signature of this shop, for this purpose only; all of its processes make the same. */
  sign(purpose: string, signed: string): Buffer
  /** @throws ShopError TOO_MANY_REQUESTS */
  countAttempt(attempt: LimitedAttempt, who: string, amount?: number): Promise<void>
  forgiveAttempt(attempt: LimitedAttempt, who: string): Promise<void>
}

/** better-auth over the shop's own tables. Only `ask` reaches its endpoints. */
export async function createIdentity({ rateLimit = true, ...options }: IdentityOptions): Promise<Identity> {
  const { db, settings } = options
  const secret = settings.authSecret ?? (await keepAuthSecret(settings.dataDir))
  const trusted = trustedOrigins(settings)
  const auth = configureBetterAuth({ rateLimit, ...options }, secret, trusted)
  const passwords = (await auth.$context).password

  const ask: Identity['ask'] = async ({ request, reply }, method, path, body) => {
    const answer = await auth.handler(
      new Request(`${settings.shopUrl}${BASE_PATH}${path}`, {
        method,
        headers: identityHeaders(request, settings.shopUrl),
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    if (!answer.ok) throw await toRefusal(answer, reply)
    passCookies(answer.headers, reply)
    return answer.json()
  }

  const endSession: Identity['endSession'] = async (sessionId) => {
    await db.delete(sessions).where(eq(sessions.id, sessionId))
  }

  return {
    ask,
    endSession,
    devices: knownDevices(secret, settings.shopUrl),
    sign: (purpose, signed) => createHmac('sha256', secret).update(`${purpose}|${signed}`).digest(),
    signedSession: signedSession(secret, settings.shopUrl),

    async startSession(exchange, email, password) {
      const passwordHash = await passwordHashOf(db, email)
      // The answer contains the session's token, which must be only in the cookie.
      const { token } = (await ask(exchange, 'POST', '/sign-in/password', { email, password })) as { token: string }
      const session = await findLiveSession(db, token)
      if (!session) throw new ShopError('SIGN_IN_NEEDED') // ended by a concurrent call
      // A reset during the password check has ended the earlier sessions but not this one. A reset in progress holds a lock,
      // for which this read waits.
      if ((await passwordHashOf(db, email, { afterChange: true })) !== passwordHash) {
        await endSession(session.id)
        exchange.reply.removeHeader('set-cookie')
        throw new ShopError('CREDENTIALS_WRONG')
      }
      return session.id
    },

    async startSessionOf({ request, reply }, userId) {
      const { headers, response } = await createSessionOf(auth, identityHeaders(request, settings.shopUrl), userId)
      passCookies(headers, reply)
      return response.sessionId
    },

    async findSession(request, reply) {
      if (request.headers.cookie === undefined) return null
      const { headers, response } = await readSession(auth, identityHeaders(request, settings.shopUrl))
      if (reply) passCookies(headers, reply)
      return response ? findLiveSession(db, response.session.token) : null
    },

    requireOwnOrigin: (request) => requireOwnOrigin(request, trusted),
    hashPassword: (password) => passwords.hash(password),

    async setPassword(tx, userId, passwordHash) {
      await tx
        .insert(accounts)
        .values({ userId, accountId: userId, providerId: PASSWORD_PROVIDER, password: passwordHash })
        .onConflictDoUpdate({
          target: [accounts.providerId, accounts.accountId],
          set: { password: passwordHash, updatedAt: databaseNow },
        })
    },

    async checkPassword(email, password) {
      const hash = await passwordHashOf(db, email)
      return hash && (await passwords.verify({ hash, password })) ? hash : undefined
    },

    async replacePassword(tx, userId, currentHash, passwordHash) {
      const replaced = await tx
        .update(accounts)
        .set({ password: passwordHash, updatedAt: databaseNow })
        .where(and(eq(accounts.userId, userId), eq(accounts.providerId, PASSWORD_PROVIDER), eq(accounts.password, currentHash)))
        .returning({ id: accounts.id })
      return replaced.length > 0
    },

    createVerificationToken: (email) => createEmailVerificationToken(secret, email, undefined, LINK_MINUTES * 60),

    async readVerificationToken(token) {
      const payload = await verifyJWT<{ email?: unknown }>(token, secret)
      return typeof payload?.email === 'string' ? payload.email : undefined
    },

    async countAttempt(attempt, who, amount) {
      if (rateLimit) await countAttempt(db, attempt, who, amount)
    },

    async forgiveAttempt(attempt, who) {
      if (rateLimit) await forgiveAttempt(db, attempt, who)
    },
  }
}

/** Only the headers that better-auth needs, so that no other header can influence it. */
function identityHeaders(request: FastifyRequest, shopUrl: string): Headers {
  const { cookie, origin, 'user-agent': userAgent } = request.headers
  const headers = new Headers({
    'content-type': 'application/json',
    // A program sends no origin; `requireOwnOrigin` has admitted it, and better-auth requires one with every cookie.
    origin: origin ?? shopUrl,
    [ADDRESS_HEADER]: request.ip,
  })
  if (cookie !== undefined) headers.set('cookie', headerText(cookie))
  if (userAgent !== undefined) headers.set('user-agent', headerText(userAgent).slice(0, USER_AGENT_LENGTH))
  return headers
}

/** `Headers` throws on control characters, and PostgreSQL stores no NUL. */
const headerText = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')

function passCookies(headers: Headers | null | undefined, reply: FastifyReply): void {
  const cookies = headers?.getSetCookie() ?? []
  if (cookies.length > 0) reply.header('set-cookie', cookies)
}

/** better-auth verifies the cookie, renews an older session, and clears the cookie of an ended one. */
async function readSession(auth: ReturnType<typeof configureBetterAuth>, headers: Headers) {
  try {
    return await auth.api.getSession({ headers, returnHeaders: true })
  } catch (error) {
    // Ended by a concurrent call; every other error here comes from the database.
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') return { headers: null, response: null }
    if (error instanceof APIError) throw new ShopError('BUSY')
    throw error
  }
}

async function createSessionOf(auth: ReturnType<typeof configureBetterAuth>, headers: Headers, userId: string) {
  try {
    return await auth.api.createSessionOf({ headers, body: { userId }, returnHeaders: true })
  } catch (error) {
    if (error instanceof APIError && error.body?.code === 'ACCOUNT_DISABLED') throw new ShopError('ACCOUNT_DISABLED')
    throw error
  }
}

/** better-auth compares the expiry with this process's clock; the database's clock decides. */
async function findLiveSession(db: Database, token: string): Promise<IdentitySession | null> {
  const [session] = await db
    .select({
      id: sessions.id,
      userId: users.id,
      email: users.email,
      disabled: sql<boolean>`${isNotNull(users.disabledAt)}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, databaseNow)))
  return session ?? null
}

async function passwordHashOf(
  db: Database,
  email: string,
  { afterChange = false }: { afterChange?: boolean } = {},
): Promise<string | null | undefined> {
  const asking = db
    .select({ password: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), eq(accounts.providerId, PASSWORD_PROVIDER)))
  const [account] = await (afterChange ? asking.for('share', { of: accounts }) : asking)
  return account?.password
}
