import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditPage } from '#contract/shop/operations.ts'
import { messages } from '#contract/basics/messages.ts'
import { shopSettingsMessages, type SettingsVersion, type ShopSettings, type ShopSettingsNow } from '#contract/shop/shop-settings.ts'
import { images } from '#database/tables/images.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { shopSettings } from '#database/tables/shop-settings.ts'
import { germanSeller } from '#tests/support/shops/charging.ts'
import { ADMIN_PASSWORD, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { sweepImages } from '../images/sweep-images.ts'
import { applySettings, findPreview } from './apply-settings.ts'
import { shopStyles } from './shop-styles.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

beforeEach(async () => {
  await shop.db.delete(shopSettings)
  await applySettings(shop.services)
})

const now = async () => (await admin.get('/shop-settings')).json<ShopSettingsNow>()
const save = async (values: ShopSettings, version?: number) =>
  admin.put('/shop-settings', { version: version ?? (await now()).version, values, password: ADMIN_PASSWORD })
const refusal = async (values: ShopSettings) => {
  const answer = await save(values)
  return [answer.statusCode, answer.json().fields?.[0].field.replace('values.', '')]
}

test('the name is that of the owner from the next mail on', async () => {
  expect(await now()).toMatchObject({ version: 0, values: {}, fixed: [], shopName: 'Teleforge' })
  expect((await save({ shopName: 'Panel Works', mailFooter: 'Dock Road 1\nHamburg' })).statusCode).toBe(200)
  const ann = await shop.customer('ann')
  await shop.placeOrder(ann, await shop.addPart())
  const [mail] = await shop.db.select().from(mails).where(eq(mails.recipient, ann.email))
  expect(mail!.body).toMatch(/Kind regards\nPanel Works\nhttp.*\n\nDock Road 1\nHamburg\n$/)
  expect((await now()).shopName).toBe('Panel Works')
})

test('the environment wins', async () => {
  const fixed = await openShop({ env: { SHOP_NAME: 'Set by the server' } })
  const boss = await fixed.admin()
  await boss.put('/shop-settings', { version: 0, values: { shopName: 'Panel Works' } })
  expect((await boss.get('/shop-settings')).json()).toMatchObject({ fixed: ['shopName'], shopName: 'Set by the server' })
})

test('what decides money counts from its commit on in a process that has not looked since: tax, bank account and its days (13)', async () => {
  const own = await openShop()
  const [boss, buyer] = [await own.admin(), await own.customer()]
  const part = await own.addPart({ available: 10_000, price: 1 })
  const first = await own.placeOrder(buyer, part)
  const publishElsewhere = (values: ShopSettings) =>
    own.db.insert(shopSettings).values({ values, savedBy: boss.userId, publishedAt: sql`now()` })

  const seller = { ...germanSeller, iban: 'DE89370400440532013000' }
  await publishElsewhere({ seller, tax: { charges: 'vat' }, transferDays: 9 })
  const [tax, ways] = [await buyer.post('/tax-preview', { amounts: [{ total: 100 }] }), await buyer.get(`/order/${first._id}/payment-ways`)]
  await publishElsewhere({ seller: { ...seller, iban: 'DE02120300000000202051' }, tax: { charges: 'vat' } })
  const chosen = await buyer.post(`/order/${first._id}/transfer`)
  const order = await own.placeOrder(buyer, part)

  expect(tax.json()).toMatchObject({ tax: { due: 119 } })
  expect(ways.json()).toMatchObject({ transfer: { days: 9, account: { iban: seller.iban } } })
  expect(chosen.json()).toMatchObject({ transfer: { days: 7, account: { iban: 'DE02120300000000202051' } } })
  expect(order.tax).toMatchObject({ due: 1_190 })
})

test('another process has the settings after its next look', async () => {
  await shop.db.insert(shopSettings).values({ values: { shopName: 'From elsewhere' }, savedBy: admin.userId, publishedAt: sql`now()` })
  await applySettings(shop.services)
  expect(shop.services.settings.shopName).toBe('From elsewhere')
})

test('of several changes of one version one is kept, and the others are told', async () => {
  for (let round = 1; round <= 5; round++) {
    const { version } = await now()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => save({ shopName: `${name}${round}` }, version)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json().code).toBe('SETTINGS_CHANGED')
    expect(await shop.db.$count(shopSettings)).toBe(round)
  }
})

test('the history names what changed, and any version can be gone back to, also the shop as it was built', async () => {
  const first = (await save({ shopName: 'One', contact: { phone: '1', email: 'a@b.de' } })).json<{ version: number }>().version
  const second = (await save({ shopName: 'Two', contact: { phone: '2', email: 'a@b.de' } })).json<{ version: number }>().version
  expect((await save({ shopName: 'Two', contact: { phone: '2', email: 'a@b.de' } })).json()).toEqual({ version: second })
  const history = (await admin.get('/shop-settings/versions')).json<SettingsVersion[]>()
  expect(history).toMatchObject([
    { version: second, by: admin.email, changed: ['contact.phone', 'shopName'] },
    { version: first, changed: ['contact.email', 'contact.phone', 'shopName'] },
  ])
  const audit = (await admin.get('/audit-log')).json<AuditPage>()
  expect(audit.entries[0]).toMatchObject({ action: 'change-settings', detail: { shopName: 'Two', shopNameBefore: 'One' } })

  const back = await admin.post('/shop-settings/restore', { version: second, restored: first })
  expect((await now()).values).toEqual({ shopName: 'One', contact: { phone: '1', email: 'a@b.de' } })
  expect(shop.services.settings.shopName).toBe('One')
  await admin.post('/shop-settings/restore', { version: back.json().version, restored: 0 })
  expect(await now()).toMatchObject({ values: {}, shopName: 'Teleforge' })
  const gone = await admin.post('/shop-settings/restore', { version: (await now()).version, restored: first + 1_000 })
  expect(gone.statusCode).toBe(404)
})

test('what would break or deceive pages is refused at its field (85)', async () => {
  expect(await refusal({ accent: '#ffd400' })).toEqual([400, 'accent'])
  expect(await refusal({ accentNight: '#102050' })).toEqual([400, 'accentNight'])
  expect(await refusal({ accent: 'red;}body{display:none' })).toEqual([400, 'accent'])
  expect(await refusal({ logo: '/images/0123456789abcdef0123456789abcdef.webp' })).toEqual([400, 'logo'])
  expect(await refusal({ logo: 'https://elsewhere.example/spy.png' })).toEqual([400, 'logo'])
  expect(await refusal({ home: { picture: 'javascript:alert(1)' } })).toEqual([400, 'home.picture'])
  expect(await refusal({ social: { x: 'javascript:alert(1)' } })).toEqual([400, 'social.x'])
  expect(await refusal({ social: { x: 'https://x.com/"onmouseover="alert(1)' } })).toEqual([400, 'social.x'])
  expect(await refusal({ contact: { email: 'a@b.de?bcc=all@b.de <x>' } })).toEqual([400, 'contact.email'])
  expect(await refusal({ holidays: [{ from: '2026-12-26', to: '2026-12-24', name: '' }] })).toEqual([400, 'holidays.0.to'])
  expect(await refusal({ holidays: [{ from: '2026-01-01', to: '2026-12-31', name: '' }] })).toEqual([400, 'holidays.0.to'])
  expect(await refusal({ holidays: [{ from: '2026-13-01', to: '2026-12-31', name: '' }] })).toEqual([400, 'holidays.0.from'])
  expect(await refusal({ shopName: '   ' })).toEqual([400, 'shopName'])
  expect(await now()).toMatchObject({ version: 0 })
})

test('colours become a style sheet of known tokens', () => {
  expect(shopStyles({})).toBe('')
  expect(shopStyles({ accent: '#0a7a3d' })).toMatch(
    /^:root\{--color-accent:#0a7a3d;(--color-[a-z-]+:#[0-9a-f]{6};?)+\}@media screen and \(prefers-color-scheme:dark\)\{:root\{--color-accent:#8fb2ff;/,
  )
})

test('a preview is for who has its address, for a day, and changes nothing', async () => {
  const { path } = (await admin.post('/shop-settings/preview', { values: { shopName: 'Draft' } })).json<{ path: string }>()
  const id = path.split('=')[1]!
  expect(await findPreview(shop.db, id)).toEqual({ shopName: 'Draft' })
  await applySettings(shop.services)
  expect(shop.services.settings.shopName).toBe('Teleforge')
  expect((await admin.get('/shop-settings/versions')).json()).toEqual([])

  await shop.db.execute(sql`update shop_settings set saved_at = now() - interval '25 hours'`)
  expect(await findPreview(shop.db, id)).toBe(undefined)
  await admin.post('/shop-settings/preview', { values: {} })
  expect(await shop.db.$count(shopSettings)).toBe(1)
})

test('pictures of the settings are kept, also those of earlier versions', async () => {
  const name = `${'ab'.repeat(16)}.webp`
  await shop.db.insert(images).values({ name, width: 100, height: 100, createdAt: sql`now() - interval '2 days'` })
  await save({ logo: `/images/${name}` })
  await save({})
  await sweepImages(shop.services)
  expect((await shop.db.select().from(images).where(eq(images.name, name)))[0]!.discardAfter).toBe(null)
})

test('holidays are no working days until expected pieces of a new quote are on their way', async () => {
  const part = await shop.addPart({ available: 1_000, leadDays: 30 })
  const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
  const ann = await shop.customer('ann')
  const leadDays = async (quantity: number) => (await saveQuote(ann, { lines: [{ text: part.partNumber, quantity }] })).lines[0]!.leadDays
  expect(await leadDays(2_000)).toBe(30)
  await admin.post(`/parts/${part._id}/expected`, { date: day(14), pieces: 1_000, note: '' })
  // Fourteen days have ten weekdays, and two more are needed to pack.
  expect(await leadDays(2_000)).toBe(12)
  expect(await leadDays(2_001)).toBe(30)
  await save({ holidays: [{ from: day(1), to: day(14), name: 'Summer' }] })
  expect(await leadDays(2_000)).toBe(2)
})

test('legal texts are for everybody', async () => {
  await save({ legal: { imprint: 'Panel Works Ltd.', delivery: 'By truck.' } })
  expect((await shop.visitor.get('/legal-texts')).json()).toEqual({
    terms: null,
    privacy: null,
    imprint: 'Panel Works Ltd.',
    delivery: 'By truck.',
  })
})

test('a seller is kept with its numbers in one form, and its history names what was changed', async () => {
  const seller = { legalName: 'Sample GmbH', vatId: 'de 136 695 976', iban: 'DE89 3704 0044 0532 0130 00', bic: 'cobadeffxxx' }

  expect((await save({ seller })).statusCode).toBe(200)

  const written = { ...seller, vatId: 'DE136695976', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
  expect((await now()).values.seller).toEqual(written)
  const [newest] = (await admin.get('/shop-settings/versions')).json<SettingsVersion[]>()
  expect(newest!.changed).toEqual(['seller.bic', 'seller.iban', 'seller.legalName', 'seller.vatId'])
})

test('numbers of a seller with a wrong digit are refused at their field', async () => {
  expect(await refusal({ seller: { iban: 'DE88370400440532013000' } })).toEqual([400, 'seller.iban'])
  expect(await refusal({ seller: { bic: 'COBADE' } })).toEqual([400, 'seller.bic'])
  expect(await refusal({ seller: { vatId: 'DE136695977' } })).toEqual([400, 'seller.vatId'])
  expect(await refusal({ tax: { currency: 'euro' } })).toEqual([400, 'tax.currency'])
  expect(await refusal({ tax: { rateToTaxCurrency: '0' } })).toEqual([400, 'tax.rateToTaxCurrency'])
})

test('tax is charged only with what it depends on, also when an earlier version is gone back to', async () => {
  const charging = { seller: { country: 'DE', vatId: 'DE136695976' }, tax: { charges: 'vat' } } as const

  expect(await refusal({ tax: { charges: 'vat' } })).toEqual([400, 'seller.country'])
  expect(await refusal({ seller: { country: 'DE' }, tax: { charges: 'vat' } })).toEqual([400, 'seller.vatId'])
  expect(await refusal({ ...charging, tax: { charges: 'stripe' } })).toEqual([400, 'tax.charges'])
  expect((await save(charging)).statusCode).toBe(200)

  await shop.db.insert(shopSettings).values({ values: { tax: { charges: 'vat' } }, savedBy: admin.userId, publishedAt: sql`now()` })
  const bad = (await now()).version
  await save({})
  const back = await admin.post('/shop-settings/restore', { version: (await now()).version, restored: bad })
  expect(back.statusCode).toBe(400)
})

test('bank account and tax ids are changed by an admin with the password alone; every admin is told old and new', async () => {
  const own = await openShop()
  const [boss, other, clerk] = [await own.admin(), await own.admin('other'), await own.customer('clerk')]
  await own.db
    .update(users)
    .set({ permissions: ['settings'] })
    .where(eq(users.id, clerk.userId))
  const seller = { legalName: 'Sample GmbH', iban: 'DE89370400440532013000', vatId: 'DE136695976' }
  const put = async (who: Customer, values: ShopSettings, password?: string) =>
    who.put('/shop-settings', {
      version: (await boss.get('/shop-settings')).json().version,
      values,
      ...(password !== undefined && { password }),
    })
  const first = await put(boss, { seller }, ADMIN_PASSWORD)
  const thief = { seller: { ...seller, iban: 'DE02120300000000202051' } }

  const byClerk = [await put(clerk, thief), await put(clerk, thief, ADMIN_PASSWORD)]
  const restoredByClerk = await clerk.post('/shop-settings/restore', { version: first.json().version, restored: 0 })
  const [without, wrong] = [await put(boss, thief), await put(boss, thief, 'Wrong-pass-1')]
  const harmless = await put(clerk, { seller: { ...seller, phone: '+49 1' }, mailFooter: 'Bonn' })
  const changed = await put(boss, thief, ADMIN_PASSWORD)
  const restored = await boss.post('/shop-settings/restore', { version: changed.json().version, restored: first.json().version })

  for (const answer of byClerk)
    expect(answer.json()).toMatchObject({ fields: [{ field: 'values.seller.iban', message: shopSettingsMessages.onlyAdmins }] })
  expect(restoredByClerk.json()).toMatchObject({ fields: [{ field: 'restored', message: shopSettingsMessages.onlyAdmins }] })
  expect([without.json(), wrong.json(), restored.json()]).toMatchObject([
    { fields: [{ field: 'password', message: shopSettingsMessages.passwordNeeded }] },
    { fields: [{ field: 'password', message: messages.currentPasswordWrong }] },
    { fields: [{ field: 'password', message: shopSettingsMessages.passwordNeeded }] },
  ])
  expect([harmless.statusCode, changed.statusCode]).toEqual([200, 200])
  const told = await own.db.select().from(mails).where(eq(mails.kind, 'seller-changed')).orderBy(mails.createdAt)
  const last = told.filter(({ body }) => body.includes('DE89370400440532013000 → DE02120300000000202051'))
  expect(last.map(({ recipient }) => recipient).toSorted()).toEqual([boss.email, other.email].toSorted())
  const { entries } = (await boss.get('/audit-log')).json<AuditPage>()
  const entry = entries.find(({ action }) => action === 'change-settings')
  expect(entry).toMatchObject({ detail: { iban: 'DE02120300000000202051', ibanBefore: 'DE89370400440532013000' } })
})
