import { BUILT_ACCENTS } from '#contract/basics/colours.ts'
import { DEFAULT_SHOP_NAME } from '#contract/basics/limits.ts'
import { SHORTFALL_LIMIT } from '#contract/payments/bank.ts'
import type { Seller } from '#contract/payments/seller.ts'
import { TRANSFER_DAYS } from '#contract/payments/transfers.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { promise } from '#app/company/content/home.ts'
import { builtLegal, type LegalKey } from '#app/company/content/legal.ts'
import { homeWords } from '#app/words/home.ts'

/** The settings in a form: every field exists, and is empty if it is not set. */
export type SettingsFields = {
  shopName: string
  logo: string
  accent: string
  accentNight: string
  contact: { email: string; phone: string; address: string }
  social: { linkedIn: string; youTube: string; facebook: string; x: string }
  home: { heading: string; promise: string; servicesTitle: string; servicesText: string; picture: string; pictureText: string }
  legal: Record<LegalKey, string>
  holidays: { from: string; to: string; name: string }[]
  mailFooter: string
  /** Days as they are typed. */
  transferDays: string
  /** Dollars as they are typed. */
  shortfallLimit: string
  /** What packing adds to the weight, as it is typed. */
  packingPercent: string
  seller: Required<Seller>
  tax: { charges: 'none' | 'vat' | 'stripe'; currency: string; rateToTaxCurrency: string; unverifiedVatIds: 'charge' | 'trust' }
  lowStockMails: boolean
  invoicePerDelivery: boolean
  /** The admin's own, for a change of bank account or tax ids; no setting. */
  password: string
}

const EMPTY: SettingsFields = {
  shopName: '',
  logo: '',
  accent: '',
  accentNight: '',
  contact: { email: '', phone: '', address: '' },
  social: { linkedIn: '', youTube: '', facebook: '', x: '' },
  home: { heading: '', promise: '', servicesTitle: '', servicesText: '', picture: '', pictureText: '' },
  legal: { terms: '', privacy: '', imprint: '', delivery: '' },
  holidays: [],
  mailFooter: '',
  transferDays: '',
  shortfallLimit: '',
  packingPercent: '',
  seller: {
    legalName: '',
    street: '',
    city: '',
    state: '',
    postalCode: '',
    country: '',
    email: '',
    phone: '',
    vatId: '',
    taxNumber: '',
    eori: '',
    registration: '',
    bankName: '',
    iban: '',
    bic: '',
  },
  tax: { charges: 'none', currency: '', rateToTaxCurrency: '', unverifiedVatIds: 'charge' },
  lowStockMails: true,
  invoicePerDelivery: false,
  password: '',
}

/** What the shop has without the owner's settings; empty where it has nothing. */
export const builtFields = (values: ShopSettings): SettingsFields => ({
  ...EMPTY,
  shopName: DEFAULT_SHOP_NAME,
  accent: BUILT_ACCENTS.day,
  accentNight: BUILT_ACCENTS.night,
  home: { ...EMPTY.home, heading: homeWords.heading, promise, servicesTitle: homeWords.services, servicesText: homeWords.servicesLead },
  legal: builtLegal(values),
  transferDays: String(TRANSFER_DAYS),
  shortfallLimit: String(SHORTFALL_LIMIT),
  packingPercent: '0',
})

/** The settings as they are in force. */
export function fieldsOfSettings(values: ShopSettings): SettingsFields {
  const built = builtFields(values)
  const { contact, social, home, legal, seller, tax, transferDays, shortfallLimit, packingPercent, ...rest } = values
  return {
    ...built,
    ...rest,
    transferDays: String(transferDays ?? built.transferDays),
    shortfallLimit: String(shortfallLimit ?? built.shortfallLimit),
    packingPercent: String(packingPercent ?? built.packingPercent),
    contact: { ...built.contact, ...contact },
    social: { ...built.social, ...social },
    home: { ...built.home, ...home },
    legal: { ...built.legal, ...legal },
    seller: { ...built.seller, ...seller },
    tax: { ...built.tax, ...tax },
  }
}

/** What differs from `built`, which the shop has by itself, and is not empty. */
export function settingsOfFields(fields: SettingsFields, built: SettingsFields): ShopSettings {
  const {
    contact,
    social,
    home,
    legal,
    seller,
    tax,
    holidays,
    lowStockMails,
    invoicePerDelivery,
    transferDays,
    shortfallLimit,
    packingPercent,
    password: _,
    ...texts
  } = fields
  return {
    ...changed(texts, built),
    ...group('contact', contact, built.contact),
    ...group('social', social, built.social),
    ...group('home', home, built.home),
    ...group('legal', legal, built.legal),
    ...group('seller', seller, built.seller),
    ...group('tax', tax, built.tax),
    ...(!lowStockMails && { lowStockMails }),
    ...(invoicePerDelivery && { invoicePerDelivery }),
    ...numberOf('transferDays', transferDays, built.transferDays),
    ...numberOf('shortfallLimit', shortfallLimit.replace(/[$,]/g, ''), built.shortfallLimit),
    ...numberOf('packingPercent', packingPercent.replace('%', ''), built.packingPercent),
    ...(holidays.length > 0 && { holidays: holidays.map(({ name, ...days }) => ({ ...days, name: name.trim() })) }),
  }
}

const changed = (texts: Record<string, string>, built: object): object => {
  const own = new Map(Object.entries(built))
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => (text.trim() === '' || text.trim() === own.get(key) ? [] : [[key, text.trim()]])),
  )
}

const group = (name: string, texts: Record<string, string>, built: object): object => {
  const own = changed(texts, built)
  return Object.keys(own).length === 0 ? {} : { [name]: own }
}

const numberOf = (name: string, typed: string, built: string): object =>
  typed.trim() === '' || Number(typed) === Number(built) ? {} : { [name]: Number(typed) }
