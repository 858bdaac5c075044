import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import czech from 'i18n-iso-countries/langs/cs.json' with { type: 'json' }
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' }
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' }
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import hungarian from 'i18n-iso-countries/langs/hu.json' with { type: 'json' }
import italian from 'i18n-iso-countries/langs/it.json' with { type: 'json' }
import japanese from 'i18n-iso-countries/langs/ja.json' with { type: 'json' }
import korean from 'i18n-iso-countries/langs/ko.json' with { type: 'json' }
import dutch from 'i18n-iso-countries/langs/nl.json' with { type: 'json' }
import polish from 'i18n-iso-countries/langs/pl.json' with { type: 'json' }
import portuguese from 'i18n-iso-countries/langs/pt.json' with { type: 'json' }
import swedish from 'i18n-iso-countries/langs/sv.json' with { type: 'json' }
import turkish from 'i18n-iso-countries/langs/tr.json' with { type: 'json' }
import chinese from 'i18n-iso-countries/langs/zh.json' with { type: 'json' }

const languages = [
  english,
  german,
  french,
  spanish,
  italian,
  dutch,
  polish,
  portuguese,
  czech,
  hungarian,
  swedish,
  turkish,
  chinese,
  japanese,
  korean,
]

/** Usual names that those lists lack. */
const usual: Record<string, string[]> = {
  AE: ['Emirates'],
  BA: ['Bosnia'],
  BN: ['Brunei'],
  CD: ['DR Congo', 'DRC', 'Congo-Kinshasa', 'Democratic Republic of Congo'],
  CG: ['Republic of Congo', 'Congo-Brazzaville'],
  CN: ['PRC', 'PR China', 'China PRC', 'China, People’s Republic of', 'Mainland China', 'VR China', 'RPC'],
  CV: ['Cabo Verde'],
  CZ: ['Česko'],
  DE: ['BRD', 'Federal Republic of Germany'],
  FM: ['Micronesia'],
  GB: ['Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'Großbritannien', 'Grande-Bretagne', 'Gran Bretaña', 'Gran Bretagna'],
  GR: ['EL', 'Hellas'],
  HK: ['Hong Kong SAR', 'Hong Kong, China', 'Hong Kong SAR China'],
  IE: ['Republic of Ireland', 'Eire'],
  KP: ['DPRK', 'N Korea', 'Korea North'],
  KR: ['ROK', 'S Korea', 'Korea South', 'Rep of Korea', 'Korea Rep', 'Südkorea', 'Corée du Sud', 'Corea del Sur', 'Corea del Sud'],
  LA: ['Laos'],
  MD: ['Moldova'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau', 'Macau SAR', 'Macao SAR'],
  NL: ['Holland', 'Hollande', 'Olanda', 'Holanda'],
  SK: ['Slovak Republic'],
  SY: ['Syria'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TW: ['Taiwan ROC', 'Chinese Taipei', 'Taiwan, China'],
  US: ['America', 'Vereinigte Staaten', 'États-Unis', 'EE UU', 'EUA', 'Stati Uniti', 'Verenigde Staten'],
  VA: ['Vatican', 'Vatican City'],
}

const plain = (written: string) =>
  written
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]/gu, '')

/** Codes by plain names; undefined for a name that two countries have, such as Congo. */
function listNames(): Map<string, string | undefined> {
  const names = new Map<string, string | undefined>()
  const add = (name: string, code: string) => {
    const key = plain(name)
    names.set(key, names.has(key) && names.get(key) !== code ? undefined : code)
  }
  for (const { countries } of languages) {
    for (const [code, written] of Object.entries<string | string[]>(countries)) for (const name of [written].flat()) add(name, code)
  }
  for (const [code, more] of Object.entries(usual)) for (const name of more) add(name, code)
  for (const [two, three] of codes as string[][]) for (const name of [two!, three!]) names.set(plain(name), two)
  return names
}
let names: Map<string, string | undefined> | undefined
/** 'N/A' is not Namibia. */
const NOT_SAID = /^\s*n[./]\s?a\.?\s*$/i

/**
 * The ISO 3166-1 alpha-2 code of a country: by that, by its code of three letters, or by a usual name in one of the languages above, also by
 * both as in 'China (CN)'. Undefined for what is unknown or names two countries.
 */
export function countryOf(written: string): string | undefined {
  names ??= listNames()
  if (NOT_SAID.test(written)) return undefined
  const name = written.trim().replace(/^(?:made in|product of|hergestellt in|fabriqué en|hecho en|prodotto in)[\s:]/i, '')
  const whole = names.get(plain(name)) ?? names.get(plain(name.replace(/^the\s/i, '')))
  if (whole) return whole
  const [first, ...others] = name
    .split(/[^\p{L}\p{M}\s.'’]/u)
    .filter((piece) => piece.trim() !== '')
    .map((piece) => names!.get(plain(piece)))
  return others.every((code) => code === first) ? first : undefined
}
