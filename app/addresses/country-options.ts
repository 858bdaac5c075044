import { countryCodes, countryName } from '#contract/basics/countries.ts'

/** All countries as options of a select, by their names. */
export const countryOptions: [code: string, name: string][] = countryCodes
  .map((code): [string, string] => [code, countryName(code) ?? code])
  .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
