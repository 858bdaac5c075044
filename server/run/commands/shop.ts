import { asc, eq } from 'drizzle-orm'
import { EMAIL_PATTERN, normalizeEmail } from '#contract/basics/fields.ts'
import { connect, type Database } from '#database/connect.ts'
import { migrateDatabase } from '#database/migrate.ts'
import { users } from '#database/tables/users.ts'
import { ShopError } from '../../errors.ts'
import { checkInvariants } from '../invariants/check-invariants.ts'
import { describeFinding } from '../invariants/describe-finding.ts'
import { booksKept, SETTLED_WITHIN_MINUTES } from '../invariants/payment-books.ts'
import { readSettings, type Settings } from '../../platform/settings/settings.ts'
import { useDatabase } from '../../platform/database/open-database.ts'
import { blockAccount } from '../../users/block-account.ts'
import { setRole } from '../../users/set-role.ts'
import { unblockAccount } from '../../users/unblock-account.ts'
import { checkShop } from './check-shop.ts'
import { runCommand } from './run-command.ts'

/** The shop's command line: `npm run shop -- COMMAND`, whether the shop is running or not. */

const USAGE = `Usage:
  npm run shop -- check                 try each configured service and say what is wrong
  npm run shop -- verify                look at what must always hold: stock, orders, payments
  npm run shop -- admin list            who the admins are
  npm run shop -- admin grant EMAIL     make a registered person an admin
  npm run shop -- admin revoke EMAIL    make an admin a plain user; the last one stays
  npm run shop -- account block EMAIL   end what an account has open and refuse its sign-in
  npm run shop -- account unblock EMAIL let it sign in again`

class UsageError extends Error {}

function parseCommand([noun, verb, email, ...rest]: string[]): (settings: Settings) => Promise<string> {
  if (noun === 'check' && verb === undefined) return check
  if (noun === 'verify' && verb === undefined) return (settings) => withShop(settings, (db) => verify(db, settings))
  if (noun === 'admin' && verb === 'list' && email === undefined) return (settings) => withShop(settings, listAdmins)
  const change = changes[`${noun} ${verb}`]
  if (!change || email === undefined || rest.length > 0) throw new UsageError(USAGE)
  if (!new RegExp(EMAIL_PATTERN).test(email)) throw new UsageError(`'${email}' is not an email address.`)
  return (settings) => withShop(settings, (db) => changeAccount(db, normalizeEmail(email), change))
}

/** `make` changes an account and returns whether anything changed; `state` is the result in words. */
type Change = { make: (db: Database, email: string) => Promise<boolean>; state: string }

const changes: Record<string, Change> = {
  'admin grant': { make: async (db, email) => (await setRole(db, null, email, 'admin')) === 1, state: 'an admin' },
  'admin revoke': { make: async (db, email) => (await setRole(db, null, email, '')) === 1, state: 'no admin' },
  // A running shop finishes the orders with an open payment.
  'account block': { make: async (db, email) => (await blockAccount(db, null, email)) !== undefined, state: 'blocked' },
  'account unblock': { make: async (db, email) => (await unblockAccount(db, null, email)) === 1, state: 'not blocked' },
}

async function listAdmins(db: Database): Promise<string> {
  const admins = await db.select({ email: users.email }).from(users).where(eq(users.role, 'admin')).orderBy(asc(users.email))
  return admins.length === 0 ? 'There is no admin.' : admins.map(({ email }) => email).join('\n')
}

async function changeAccount(db: Database, email: string, { make, state }: Change): Promise<string> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!user) throw new UsageError(`No account is registered as ${email}.`)
  return (await make(db, email)) ? `${email} is ${state} now.` : `${email} is ${state} already.`
}

async function verify(db: Database, settings: Settings): Promise<string> {
  const books = booksKept(settings)
  const findings = await checkInvariants(db, { ...(books && { books }), graceMinutes: SETTLED_WITHIN_MINUTES })
  if (findings.some(({ count }) => count > 0)) process.exitCode = 1
  return findings.map(describeFinding).join('\n')
}

async function check(settings: Settings): Promise<string> {
  const findings = await checkShop(settings)
  if (findings.some(({ problem }) => problem !== undefined)) process.exitCode = 1
  return findings.map(({ service, configured, problem }) => `${service.padEnd(10)}${configured.padEnd(40)}${problem ?? 'ok'}`).join('\n')
}

async function withShop(settings: Settings, work: (db: Database) => Promise<string>): Promise<string> {
  return useDatabase(
    settings,
    () => {},
    async (connection) => {
      await migrateDatabase(connection)
      const db = connect(connection, { max: 1 })
      try {
        return await work(db)
      } finally {
        await db.$client.end()
      }
    },
  )
}

await runCommand(
  async () => {
    const command = parseCommand(process.argv.slice(2))
    process.stdout.write(`${await command(readSettings(process.env))}\n`)
  },
  UsageError,
  ShopError,
)
