import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#database/connect.ts'
import { sqlState } from '#database/sql-state.ts'
import { accounts, rateLimits, sessions, verifications } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { cookiePrefix } from '../platform/http/shop-cookie.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { ATTEMPT_WINDOW_SECONDS } from './limit-attempts.ts'
import { sessionPlugin } from './session-plugin.ts'

/** Lifetime of an identity session after the last day it was used. */
const SESSION_DAYS = 7
const DAY_SECONDS = 86_400
export const BASE_PATH = '/api/auth'
/** Set only by this server, from the connection; a client's header of this name is dropped. */
export const ADDRESS_HEADER = 'x-teleforge-client-address'

export type IdentityOptions = {
  db: Database
  settings: Settings
  log: FastifyBaseLogger
  /** False disables all limits; for tests that make thousands of attempts. */
  rateLimit?: boolean
  /** Replaces better-auth's scrypt; for tests, because a hash of it takes 80 ms of processor time on purpose. */
  passwords?: NonNullable<BetterAuthOptions['emailAndPassword']>['password']
}

/**
 * Sign-up is disabled here: `register.ts` inserts account, password and mail in one transaction, and `reset-password.ts`
 * sets a password in one transaction with everything that it ends. Changing the email and deleting the account are
 * disabled too, and none of better-auth's plugins is used, because most of its security advisories are about them.
 */
export function configureBetterAuth(
  { db, settings, log, rateLimit, passwords }: IdentityOptions & { rateLimit: boolean },
  secret: string,
  trusted: string[],
) {
  const isHttps = settings.shopUrl.startsWith('https://')
  return betterAuth({
    appName: settings.shopName,
    baseURL: settings.shopUrl,
    basePath: BASE_PATH,
    secret,
    trustedOrigins: trusted,
    telemetry: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications, rateLimit: rateLimits },
    }),
    user: { fields: { name: 'displayName' }, changeEmail: { enabled: false }, deleteUser: { enabled: false } },
    session: {
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // A changed role, disabling and sign-out must take effect immediately, so each check reads the database.
      cookieCache: { enabled: false },
    },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: false,
      ...(passwords && { password: passwords }),
    },
    databaseHooks: {
      session: { create: { before: (session) => requireEnabledAccount(db, session.userId) } },
    },
    rateLimit: {
      enabled: rateLimit,
      storage: 'database',
      window: 60,
      max: 100,
      customRules: {
        // A window restarts only after this number of seconds without an attempt; a busy office must not be locked out.
        '/sign-in/password': { window: 20, max: 60 },
        // Signing out must always work, and writes nothing that could accumulate.
        '/sign-out': false,
        // Not a call: better-auth deletes rows older than its longest window, and the shop's counters last an hour.
        '/attempts': { window: ATTEMPT_WINDOW_SECONDS, max: 1 },
      },
    },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(settings.shopUrl),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps },
      // Set explicitly, because under NODE_ENV=test the library would skip both checks.
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    plugins: [sessionPlugin],
    onAPIError: { throw: true },
    logger: { level: 'error', log: (_level, message, ...details) => logFault(log, message, details) },
  })
}

/** Runs after the password was verified, so that only its owner learns that the account is disabled. */
async function requireEnabledAccount(db: Database, userId: string): Promise<void> {
  const [disabled] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.disabledAt)))
  if (disabled) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_DISABLED' })
}

/** Errors of statements contain their values, and messages contain addresses; neither is logged. */
function logFault(log: FastifyBaseLogger, message: string, details: unknown[]): void {
  const states = details.map((detail) => sqlState(detail) ?? (detail instanceof Error ? detail.name : typeof detail))
  log.error({ states }, `identity: ${message.replace(/\S+@\S+/g, '(address)')}`)
}
