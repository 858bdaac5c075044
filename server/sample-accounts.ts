import { hashPassword } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { transaction, type Database } from '#database/connect.ts'
import { accounts } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'

/** Accounts of trial mode, printed at every start. Their domain is reserved and nobody's. */
export const sampleAccounts = {
  admin: { email: 'admin@teleforge.example', displayName: 'Sample Admin', password: 'Trial-admin-1' },
  customer: { email: 'customer@teleforge.example', displayName: 'Sample Customer', password: 'Trial-customer-1' },
} as const

/** Adds the sample accounts that are not there yet; their verified state spares a new visitor two mails. */
export async function addSampleAccounts(db: Database): Promise<void> {
  for (const [kind, account] of Object.entries(sampleAccounts)) {
    const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, account.email))
    if (known) continue
    const password = await hashPassword(account.password)
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
      if (!user) return
      await tx.insert(accounts).values({ userId: user.id, accountId: user.id, providerId: 'credential', password })
    })
  }
}
