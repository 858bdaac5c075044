import { eq } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import type { Identity } from '../../identity/identity.ts'

/** Accounts of trial mode, printed at every start. Their domain is reserved for examples. */
export const sampleAccounts = {
  admin: { email: 'admin@teleforge.example', displayName: 'Sample Admin', password: 'Trial-admin-1' },
  customer: { email: 'customer@teleforge.example', displayName: 'Sample Customer', password: 'Trial-customer-1' },
} as const

/** Adds missing sample accounts; they are confirmed, which spares two mails at the first try. */
export async function addSampleAccounts(db: Database, identity: Identity): Promise<void> {
  for (const [kind, account] of Object.entries(sampleAccounts)) {
    const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, account.email))
    if (known) continue
    const passwordHash = await identity.hashPassword(account.password)
    await transaction(db, async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({
          email: account.email,
          displayName: account.displayName,
          emailVerified: true,
          role: kind === 'admin' ? 'admin' : '',
        })
        .onConflictDoNothing({ target: users.email })
        .returning({ id: users.id })
      if (user) await identity.setPassword(tx, user.id, passwordHash)
    })
  }
}
