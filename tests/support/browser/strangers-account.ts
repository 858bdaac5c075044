import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Part } from '#contract/parts/parts.ts'
import { users } from '#database/tables/users.ts'
import { programOf, type Program } from '../shops/api-keys.ts'
import { holdPieces, type Customer, type TestShop } from '../shops/open-shop.ts'
import { addRefusedEndpoint } from '../shops/webhooks.ts'
import { saveQuote } from '../shops/quotes.ts'

export const strangersPassword = 'Soldering-Iron-7'

/** Every text typed by the stranger contains `word`. */
export type StrangersAccount = { stranger: Customer; word: string; program: Program; linkSecret: string; ordered: Part; held: Part }

/** An account that a stranger opened with another person's address and has used. The address is not confirmed. */
export async function openStrangersAccount(shop: TestShop): Promise<StrangersAccount> {
  const stranger = await shop.customer('owner')
  const [ordered, held] = [await shop.addPart(), await shop.addPart()]
  const word = `Mallory${randomUUID().slice(0, 8)}`
  await stranger.put(`/users/${stranger.email}`, { displayName: word, phone: word, education: word, address: word })
  const quote = await saveQuote(stranger, { lines: [{ text: ordered.name, quantity: 2_000 }], name: word, note: word })
  const { secret } = (await stranger.post(`/quotes/${quote._id}/link`)).json<{ secret: string }>()
  const program = await programOf(shop, stranger, ['quotes:read', 'quotes:write', 'orders:read', 'orders:write'])
  await shop.placeOrder(stranger, ordered, 2_000)
  await holdPieces(stranger, held, 3_000)
  await stranger.put('/customer-part-numbers', { remove: [], add: [{ number: word, partNumber: ordered.partNumber }] })
  await stranger.post('/reviews', { rating: 1, review: word })
  const place = { street: word, city: 'Bonn', postalCode: '53111', country: 'DE' }
  await stranger.post('/addresses', { ...place, name: word, company: '', phone: '', isDefault: true })
  await stranger.put('/billing', { company: word, vatId: '', address: place })
  const soldOut = await shop.addPart({ available: 0 })
  await stranger.post(`/parts/${soldOut._id}/notice`)
  await stranger.post(`/parts/${soldOut._id}/looked-at`)
  await stranger.post('/punchout/connections', { kind: 'oci', name: word })
  await addRefusedEndpoint(shop, stranger)
  const { userId } = stranger
  const { identity } = shop.services
  await identity.setPassword(shop.db, userId, await identity.hashPassword(strangersPassword))
  await shop.db
    .update(users)
    .set({ emailVerified: false, image: `/${word}.png` })
    .where(eq(users.id, userId))
  return { stranger, word, program, linkSecret: secret, ordered, held }
}
