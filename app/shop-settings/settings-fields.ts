import type { Seller } from '#contract/payments/seller.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'

/** The settings in a form: every field exists, and is empty if it is not set. */
export type SettingsFields = {
  shopName: string
  logo: string
  accent: string
  accentNight: string
  contact: { email: string; phone: string; address: string }
  social: { linkedIn: string; youTube: string; facebook: string; x: string }
  home: { heading: string; promise: string; servicesTitle: string; servicesText: string; picture: string; pictureText: string }
  legal: { terms: string; privacy: string; imprint: string }
  holidays: { from: string; to: string; name: string }[]
  mailFooter: string
  /** Days as they are typed. */
  transferDays: string
  /** Dollars as they are typed. */
  shortfallLimit: string
  seller: Required<Seller>
  tax: { charges: 'none' | 'vat' | 'stripe'; currency: string; rateToTaxCurrency: string; unverifiedVatIds: 'charge' | 'trust' }
  lowStockMails: boolean
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
  legal: { terms: '', privacy: '', imprint: '' },
  holidays: [],
  mailFooter: '',
  transferDays: '',
  shortfallLimit: '',
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
    registration: '',
    bankName: '',
    iban: '',
    bic: '',
  },
  tax: { charges: 'none', currency: '', rateToTaxCurrency: '', unverifiedVatIds: 'charge' },
  lowStockMails: true,
  password: '',
}

export const fieldsOfSettings = ({
  contact,
  social,
  home,
  legal,
  seller,
  tax,
  transferDays,
  shortfallLimit,
  ...rest
}: ShopSettings): SettingsFields => ({
  ...EMPTY,
  ...rest,
  transferDays: transferDays === undefined ? '' : String(transferDays),
  shortfallLimit: shortfallLimit === undefined ? '' : String(shortfallLimit),
  contact: { ...EMPTY.contact, ...contact },
  social: { ...EMPTY.social, ...social },
  home: { ...EMPTY.home, ...home },
  legal: { ...EMPTY.legal, ...legal },
  seller: { ...EMPTY.seller, ...seller },
  tax: { ...EMPTY.tax, ...tax },
})

/** Without empty fields. */
export function settingsOfFields({
  contact,
  social,
  home,
  legal,
  seller,
  tax,
  holidays,
  lowStockMails,
  transferDays,
  shortfallLimit,
  password: _password,
  ...texts
}: SettingsFields): ShopSettings {
  return {
    ...filled(texts),
    ...group('contact', contact),
    ...group('social', social),
    ...group('home', home),
    ...group('legal', legal),
    ...group('seller', seller),
    ...group('tax', {
      ...tax,
      charges: tax.charges === 'none' ? '' : tax.charges,
      unverifiedVatIds: tax.unverifiedVatIds === 'charge' ? '' : tax.unverifiedVatIds,
    }),
    ...(!lowStockMails && { lowStockMails }),
    ...(transferDays.trim() !== '' && { transferDays: Number(transferDays) }),
    ...(shortfallLimit.trim() !== '' && { shortfallLimit: Number(shortfallLimit.replace(/[$,]/g, '')) }),
    ...(holidays.length > 0 && { holidays: holidays.map(({ name, ...days }) => ({ ...days, name: name.trim() })) }),
  }
}

const filled = (texts: Record<string, string>): object =>
  Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text.trim() === '' ? [] : [[key, text.trim()]])))

const group = (name: string, texts: Record<string, string>): object => {
  const own = filled(texts)
  return Object.keys(own).length === 0 ? {} : { [name]: own }
}
