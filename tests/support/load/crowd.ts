import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import type { Database } from '#database/connect.ts'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { hashAccessToken } from '#server/identity/access-token.ts'

/** A signed-in person, as the database knows them. */
export type Signed = { email: string; userId: string; token: string }

/** Many customers, signed in for an hour; three statements for any number of them. */
export async function signInCrowd(db: Database, count: number, role: 'admin' | '' = ''): Promise<Signed[]> {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const people = Array.from({ length: count }, () => {
    const userId = randomUUID()
    return {
      userId,
      email: `crowd-${userId}@example.com`,
      token: randomUUID().replaceAll('-', '').padEnd(43, 'x'),
      sessionId: randomUUID(),
    }
  })
  await db.insert(users).values(people.map(({ userId: id, email }) => ({ id, email, displayName: 'Crowd', role })))
  await db.insert(sessions).values(people.map(({ sessionId: id, userId }) => ({ id, userId, token: randomUUID(), expiresAt })))
  await db.insert(accessTokens).values(people.map(({ token, sessionId }) => ({ tokenHash: hashAccessToken(token), sessionId, expiresAt })))
  return people
}

/** Retries until there is an answer other than 'busy', as a patient client does. */
export async function untilAnswered(ask: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  for (;;) {
    const answer = await ask()
    if (answer.statusCode !== 503) return answer
    await delay(100 + Math.random() * 400)
  }
}
