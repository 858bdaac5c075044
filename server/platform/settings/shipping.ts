import type { Variables } from './variables.ts'

export type ShippingSettings = {
  /** Where parcels of other carriers are followed, with `{number}` for the tracking number. */
  carrierLink: string | undefined
  /** Lines below the shop's name on labels: where parcels come back to. */
  returnAddress: string[]
  /** Hour of the day (UTC) from which admins get the mails about orders to ship and low stock. */
  digestHour: number
}

/** What fits on a label. */
const [MAX_LINES, MAX_CHARACTERS] = [5, 60]

/*
 * Mails:
 * | `DIGEST_HOUR` | `7` | optional | hour of the day (UTC) from which admins get the mail about low stock, and those who chose one mail a day about paid orders get that |
 */

/*
 * Orders, prices and reviews:
 * | `RETURN_ADDRESS` | none | optional | address of the shop on address labels, below its name; at most 5 lines with semicolons between them, such as `Dock 4; 53113 Bonn; Germany` |
 * | `CARRIER_LINK` | none | optional | where parcels of *Other carrier* are followed: an address with https and `{number}`, such as `https://carrier.example.com/track/{number}` |
 */

export function readShipping(variables: Variables): ShippingSettings {
  const carrierLink = variables.read('CARRIER_LINK')
  if (carrierLink && !(carrierLink.startsWith('https://') && URL.canParse(carrierLink) && carrierLink.includes('{number}'))) {
    variables.problem(`CARRIER_LINK is '${carrierLink}'; it begins with https:// and contains {number}.`)
  }
  const returnAddress = (variables.read('RETURN_ADDRESS') ?? '')
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (returnAddress.length > MAX_LINES || returnAddress.some(({ length }) => length > MAX_CHARACTERS)) {
    variables.problem(`RETURN_ADDRESS has at most ${MAX_LINES} lines of ${MAX_CHARACTERS} characters, with semicolons between them.`)
  }
  return { carrierLink, returnAddress, digestHour: variables.count('DIGEST_HOUR', { usual: 7, least: 0, most: 23 }) }
}
