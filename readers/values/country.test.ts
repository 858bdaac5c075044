import { expect, test } from 'vitest'
import { countryCodes, countryName } from '#contract/basics/countries.ts'
import { countryOf } from './country.ts'

test.each([
  [
    'CN',
    [
      'CN',
      'cn',
      'CHN',
      'China',
      'PRC',
      'P.R. China',
      'China, People’s Republic of',
      'Made in: China',
      'People’s Republic of China',
      'Chine',
      'Cina',
      'Chiny',
      '中国',
      'Made in China',
      'China (CN)',
      'CN - China',
    ],
  ],
  ['TW', ['Taiwan', 'TWN', 'Taiwan, Province of China', 'Taiwan (R.O.C.)', 'Taiwan, China']],
  [
    'US',
    ['USA', 'U.S.A.', 'United States', 'the United States of America', 'Vereinigte Staaten', 'États-Unis', 'Estados Unidos', 'Stati Uniti'],
  ],
  ['GB', ['UK', 'U.K.', 'United Kingdom', 'Great Britain', 'England', 'Royaume-Uni', 'Großbritannien']],
  [
    'KR',
    [
      'South Korea',
      'Korea, South',
      'Korea, Republic of',
      'Republic of Korea',
      'Südkorea',
      'KOREA (REPUBLIC OF)',
      'Rep. of Korea',
      '대한민국',
    ],
  ],
  ['KP', ['North Korea', 'DPRK']],
  ['CZ', ['Czechia', 'Czech Republic', 'Tschechien', 'Česko']],
  ['NL', ['Holland', 'Netherlands', 'The Netherlands', 'Niederlande', 'Pays-Bas', 'NLD']],
  ['DE', ['Germany', 'Deutschland', 'Allemagne', 'Alemania', 'Germania', 'Duitsland', 'Niemcy', 'DEU']],
  ['VN', ['Vietnam', 'Viet Nam', 'VIETNAM']],
  ['TR', ['Turkey', 'Türkiye', 'Turkiye']],
  ['GR', ['Greece', 'EL', 'Griechenland']],
  ['HK', ['Hong Kong', 'Hongkong', 'Hong Kong SAR']],
  ['JP', ['Japan', 'Japón', 'Giappone', '日本']],
] as const)('%s is read from every usual name', (code, names) => {
  expect(names.map((name) => [name, countryOf(name)])).toEqual(names.map((name) => [name, code]))
})

test('every country is read from its code and from the name that the shop shows', () => {
  const wrong = countryCodes.filter((code) => countryOf(code) !== code || countryOf(countryName(code)!) !== code)
  expect(wrong).toEqual([])
})

test.each(['Congo', 'Korea', 'Atlantis', 'N/A', 'n.a.', 'China/Taiwan', 'China, Vietnam', 'EU', 'various', '', '-', '156'])(
  '%j is no country',
  (name) => {
    expect(countryOf(name)).toBeUndefined()
  },
)
