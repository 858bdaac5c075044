import type { ShopSettings } from '#contract/shop-settings.ts'

/** The settings as a form has them: every field is there, empty where nothing is set. */
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
}

export const fieldsOfSettings = ({ contact, social, home, legal, ...rest }: ShopSettings): SettingsFields => ({
  ...EMPTY,
  ...rest,
  contact: { ...EMPTY.contact, ...contact },
  social: { ...EMPTY.social, ...social },
  home: { ...EMPTY.home, ...home },
  legal: { ...EMPTY.legal, ...legal },
})

/** Without what is empty. */
export function settingsOfFields({ contact, social, home, legal, holidays, ...texts }: SettingsFields): ShopSettings {
  return {
    ...filled(texts),
    ...group('contact', contact),
    ...group('social', social),
    ...group('home', home),
    ...group('legal', legal),
    ...(holidays.length > 0 && { holidays: holidays.map(({ name, ...days }) => ({ ...days, name: name.trim() })) }),
  }
}

const filled = (texts: Record<string, string>): object =>
  Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text.trim() === '' ? [] : [[key, text.trim()]])))

const group = (name: string, texts: Record<string, string>): object => {
  const own = filled(texts)
  return Object.keys(own).length === 0 ? {} : { [name]: own }
}
