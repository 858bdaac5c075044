import { buildApp } from '#server/app.ts'
import { sandboxRoutes } from '#server/payments/sandbox/routes.ts'
import { openSandbox } from '#server/payments/sandbox/sandbox.ts'
import { storefront } from '#server/run/storefront/storefront.ts'
import { takePort } from '#server/run/startup/take-port.ts'
import { afterTheFile } from '../runner/after-the-file.ts'
import { openShop, type TestShop } from './open-shop.ts'

/** A separate shop with its pages, listening on loopback. `url` is its origin, which its pages and mails name. */
export type ListeningShop = TestShop & { url: string }

export async function openListeningShop(): Promise<ListeningShop> {
  const place = await takePort('127.0.0.1')
  const shop = await openShop({ env: { PORT: String(place.port), REVIEWS_PER_WEEK: '1000' } })
  const { db, services } = shop
  const sandbox = openSandbox({ db, log: services.log, secrets: ['unused'] })
  const app = await buildApp(services, { api: [sandboxRoutes(services.db, sandbox)], storefront: storefront(services) })
  await app.listen(place)
  afterTheFile(() => app.close())
  return { ...shop, app, url: services.settings.shopUrl }
}
