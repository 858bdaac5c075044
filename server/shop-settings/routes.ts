import type { FastifyInstance } from 'fastify'
import { shopSettingsCalls } from '#contract/shop/shop-settings.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { applySettings, findPublished } from './apply-settings.ts'
import { keepPreview, listVersions, restoreSettings, saveSettings } from './save-settings.ts'

/** @param shop with `afterSaving`, what waits for new settings: invoices whose seller was not known. */
export async function shopSettingsRoutes(
  app: FastifyInstance,
  shop: Services & { afterSaving: (services: Services) => Promise<void> },
): Promise<void> {
  const { afterSaving, ...services } = shop
  const { db, settings } = services
  const takeEffect = async () => {
    await applySettings(services)
    await afterSaving(services)
  }
  registerCall(app, shopSettingsCalls.now, async () => {
    const published = await findPublished(db)
    return { ...published, fixed: settings.fixedShopName === undefined ? [] : ['shopName'], shopName: settings.shopName }
  })
  registerCall(app, shopSettingsCalls.save, async ({ body, caller, request, reply }) => {
    const by = { caller, exchange: { request, reply }, password: body.password }
    const saved = await saveSettings(services, by, body.version, body.values)
    await takeEffect()
    return saved
  })
  registerCall(app, shopSettingsCalls.restore, async ({ body, caller, request, reply }) => {
    const by = { caller, exchange: { request, reply }, password: body.password }
    const saved = await restoreSettings(services, by, body.version, body.restored)
    await takeEffect()
    return saved
  })
  registerCall(app, shopSettingsCalls.preview, async ({ body, caller }) => ({
    path: `/?preview=${await keepPreview(db, caller, body.values)}`,
  }))
  registerCall(app, shopSettingsCalls.versions, () => listVersions(db))
  registerCall(app, shopSettingsCalls.legal, async () => {
    const { terms = null, privacy = null, imprint = null, delivery = null } = (await findPublished(db)).values.legal ?? {}
    return { terms, privacy, imprint, delivery }
  })
}
