import type { Variables } from './variables.ts'

export type ShippingSettings = {
  /** Where parcels of other carriers are followed, with `{number}` for the tracking number. */
  carrierLink: string | undefined
  /** Hour of the day (UTC) from which admins get the mail about what waits to be shipped. */
  digestHour: number
}

export function readShipping(variables: Variables): ShippingSettings {
  const carrierLink = variables.read('CARRIER_LINK')
  if (carrierLink && !(carrierLink.startsWith('https://') && URL.canParse(carrierLink) && carrierLink.includes('{number}'))) {
    variables.problem(`CARRIER_LINK is '${carrierLink}'; it begins with https:// and contains {number}.`)
  }
  return { carrierLink, digestHour: variables.count('DIGEST_HOUR', { usual: 6, least: 0, most: 23 }) }
}
