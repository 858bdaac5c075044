import { eq } from 'drizzle-orm'
import { users } from '#database/tables/users.ts'
import type { Client, Customer, TestShop } from './open-shop.ts'

/** A signed-in customer whose address is not confirmed, asking from this address. */
export async function newcomer(shop: TestShop, remoteAddress = '203.0.113.7'): Promise<Customer> {
  const customer = await shop.customer('newcomer')
  await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, customer.userId))
  return { ...customer, ...from(shop, customer, remoteAddress) }
}

/** The same customer, asking from another address. */
export function from({ app }: TestShop, { token }: Pick<Customer, 'token'>, remoteAddress: string): Client & { token: string } {
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE') => (path: string, body?: unknown) =>
    app.inject({
      method,
      url: `/api${path}`,
      remoteAddress,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { payload: body as object }),
    })
  return { token, get: call('GET'), put: call('PUT'), post: call('POST'), delete: call('DELETE') }
}

export const confirmAddress = ({ db }: TestShop, { userId }: Customer) =>
  db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
