import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { COLOUR_PATTERN } from '../basics/colours.ts'
import { day, MESSAGE, requiredText, SHOWN_EMAIL_PATTERN, strictObject, text } from '../basics/fields.ts'
import { PASSWORD_MAX_LENGTH, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { MAXIMUM_SHORTFALL_LIMIT } from '../payments/bank.ts'
import { Seller, TaxSettings } from '../payments/seller.ts'

/** Versions that the history shows. */
export const SETTINGS_VERSIONS = 50
export const MAXIMUM_HOLIDAYS = 60
/** Days of a holiday, so that an order's time stays finite. */
export const HOLIDAY_DAYS = 60

export const shopSettingsMessages = {
  colourUnreadable: (contrast: string) => `This colour is hard to read on the pages: its contrast is ${contrast}, and 4.5 is needed.`,
  pictureUnknown: 'This picture is not stored in the shop. Please upload it again.',
  holidayEnds: 'A holiday ends on the day it begins or later.',
  holidayLong: `A holiday has at most ${HOLIDAY_DAYS} days.`,
  emailInvalid: messages.emailInvalid,
  transferDays: 'Enter days, 1 to 60.',
  shortfallLimit: 'Enter an amount in dollars and cents, up to 10000.',
  packingPercent: 'Enter a percentage from 0 to 200, with at most two decimal places.',
  onlyAdmins: 'Only an admin can change bank account and tax ids.',
  passwordNeeded: 'Enter your password to change bank account or tax ids.',
  webAddress: 'Enter an address that begins with https://.',
} as const

const colour = (description: string) => Type.Optional(Type.String({ pattern: COLOUR_PATTERN, description, examples: ['#0b5fff'] }))
const picture = (description: string) => Type.Optional(text(TEXT_LIMITS.imageUrl, { description }))
const webAddress = Type.Optional(
  Type.String({
    maxLength: 300,
    pattern: '^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[^\\s"<>\\\\\\u0000\\ud800-\\udfff]*)?$',
    examples: ['https://example.com/teleforge'],
    [MESSAGE]: shopSettingsMessages.webAddress,
  }),
)
const words = (maxLength: number) => Type.Optional(requiredText(maxLength, messages.invalidInput))

/** The owner's settings. Unset ones have the built-in values. */
export const ShopSettings = strictObject({
  shopName: words(60),
  logo: picture('Shown 32 px high'),
  accent: colour('Links and buttons by day'),
  accentNight: colour('The same by night'),
  contact: Type.Optional(
    strictObject({
      email: Type.Optional(
        Type.String({
          maxLength: 254,
          pattern: SHOWN_EMAIL_PATTERN,
          examples: ['office@example.com'],
          [MESSAGE]: shopSettingsMessages.emailInvalid,
        }),
      ),
      phone: words(40),
      address: words(500),
    }),
  ),
  social: Type.Optional(strictObject({ linkedIn: webAddress, youTube: webAddress, facebook: webAddress, x: webAddress })),
  home: Type.Optional(
    strictObject({
      heading: words(80),
      promise: words(400),
      servicesTitle: words(120),
      servicesText: words(400),
      picture: picture('Of the top of the home page'),
      pictureText: words(200),
    }),
  ),
  // Plain texts: an empty line begins a paragraph, # and a space a heading.
  legal: Type.Optional(strictObject({ terms: words(40_000), privacy: words(40_000), imprint: words(10_000), delivery: words(40_000) })),
  holidays: Type.Optional(
    Type.Array(strictObject({ from: day(), to: day(), name: text(80) }), {
      maxItems: MAXIMUM_HOLIDAYS,
      description: 'Days on which the shop is closed',
    }),
  ),
  mailFooter: words(500),
  seller: Type.Optional(Seller),
  tax: Type.Optional(TaxSettings),
  transferDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60,
      [MESSAGE]: shopSettingsMessages.transferDays,
      description: 'Days that pieces are held for a bank transfer',
    }),
  ),
  shortfallLimit: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAXIMUM_SHORTFALL_LIMIT,
      multipleOf: 0.01,
      [MESSAGE]: shopSettingsMessages.shortfallLimit,
      description: 'Dollars that may be missing of a bill and are accepted with one press',
    }),
  ),
  invoicePerDelivery: Type.Optional(
    Type.Boolean({ description: 'Orders on account have an invoice for each delivery; one at once unless true' }),
  ),
  packingPercent: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 200,
      multipleOf: 0.01,
      [MESSAGE]: shopSettingsMessages.packingPercent,
      description: 'What packing adds to the weight of the goods, in percent; nothing unless it is set',
    }),
  ),
  lowStockMails: Type.Optional(Type.Boolean({ description: 'Whether a mail a day names the parts that have run low; on unless false' })),
})
export type ShopSettings = Static<typeof ShopSettings>

/** Fields of the seller that say where money and tax go: an admin confirms their change with the password, and all admins are told. */
export const guardedFields = ['legalName', 'bankName', 'iban', 'bic', 'vatId', 'taxNumber'] as const
export type GuardedField = (typeof guardedFields)[number]

/** The settings now. `version` counts up with each change, from 0. */
export const ShopSettingsNow = Type.Object({
  version: Type.Integer({ minimum: 0 }),
  values: ShopSettings,
  fixed: Type.Array(Type.String(), { description: 'Fields that an environment variable sets, which wins' }),
  shopName: Type.String({ description: 'The name as it is shown' }),
})
export type ShopSettingsNow = Static<typeof ShopSettingsNow>

/** One change. `changed` names the fields that it changed. */
export const SettingsVersion = Type.Object({
  version: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  by: Type.String({ description: 'Email of the admin' }),
  changed: Type.Array(Type.String()),
})
export type SettingsVersion = Static<typeof SettingsVersion>

/** Texts that replace the built-in ones of the pages, which are null here. */
export const LegalTexts = Type.Object({
  terms: Type.Union([Type.String(), Type.Null()]),
  privacy: Type.Union([Type.String(), Type.Null()]),
  imprint: Type.Union([Type.String(), Type.Null()]),
  delivery: Type.Union([Type.String(), Type.Null()]),
})
export type LegalTexts = Static<typeof LegalTexts>

const version = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
const password = Type.Optional(
  text(PASSWORD_MAX_LENGTH, {
    description: "The admin's own, where bank account or tax ids of the seller change; others cannot change them",
  }),
)
const Saved = Type.Object({ version: Type.Integer() })

export const shopSettingsCalls = defineCalls('Settings', 'shopSettings', {
  now: {
    method: 'GET',
    path: '/shop-settings',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'Name, pictures, colours, texts and holidays of the shop',
    response: ShopSettingsNow,
  },
  save: {
    method: 'PUT',
    path: '/shop-settings',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'Replace the settings; `version` is the one that was changed (409 SETTINGS_CHANGED for an older one)',
    body: strictObject({ version, values: ShopSettings, password }),
    bodyLimitBytes: 512 * 1024,
    response: Saved,
  },
  preview: {
    method: 'POST',
    path: '/shop-settings/preview',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'Make a private address that shows the pages with these settings for a day; visitors see nothing of it',
    body: strictObject({ values: ShopSettings }),
    bodyLimitBytes: 512 * 1024,
    response: Type.Object({ path: Type.String() }),
  },
  versions: {
    method: 'GET',
    path: '/shop-settings/versions',
    policy: 'admin',
    permissions: ['settings'],
    summary: `The last ${SETTINGS_VERSIONS} changes, the newest first`,
    response: Type.Array(SettingsVersion),
  },
  restore: {
    method: 'POST',
    path: '/shop-settings/restore',
    policy: 'admin',
    permissions: ['settings'],
    summary: 'Go back to an earlier version, as a new one; version 0 is the shop as it was built',
    body: strictObject({ version, restored: version, password }),
    response: Saved,
  },
  legal: {
    method: 'GET',
    path: '/legal-texts',
    policy: 'public',
    summary: 'Terms, privacy notice, imprint, and delivery and returns of the owner',
    response: LegalTexts,
  },
})
