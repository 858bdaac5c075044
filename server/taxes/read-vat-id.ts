import {
  austria,
  belgium,
  bulgaria,
  checkVAT,
  croatia,
  cyprus,
  czechRepublic,
  denmark,
  estonia,
  finland,
  france,
  germany,
  greece,
  hungary,
  ireland,
  italy,
  latvia,
  lithuania,
  luxembourg,
  malta,
  netherlands,
  norway,
  poland,
  portugal,
  romania,
  slovakiaRepublic,
  slovenia,
  spain,
  sweden,
  switzerland,
  unitedKingdom,
} from 'jsvat'

/** All EU states, Switzerland, Great Britain and Norway. */
const countries = [
  austria,
  belgium,
  bulgaria,
  croatia,
  cyprus,
  czechRepublic,
  denmark,
  estonia,
  finland,
  france,
  germany,
  greece,
  hungary,
  ireland,
  italy,
  latvia,
  lithuania,
  luxembourg,
  malta,
  netherlands,
  norway,
  poland,
  portugal,
  romania,
  slovakiaRepublic,
  slovenia,
  spain,
  sweden,
  switzerland,
  unitedKingdom,
]

/** Ids of Northern Ireland are those of Great Britain, with separate letters for the EU. */
const NORTHERN_IRELAND = /^XI(?=\d)/

/**
 * The stored form of a VAT id: capital letters and digits alone. Undefined unless form and check digits are those of an EU
 * state, Switzerland, Great Britain or Norway.
 */
export function readVatId(typed: string): string | undefined {
  const id = typed.toUpperCase().replaceAll(/[^A-Z0-9+*]/g, '')
  return checkVAT(id.replace(NORTHERN_IRELAND, 'GB'), countries).isValid ? id : undefined
}
