import type { Variables } from './variables.ts'

export type ShippingSettings = {
  /** Where parcels of other carriers are followed, with `{number}` for the tracking number. */
  carrierLink: string | undefined
}

export function readShipping(variables: Variables): ShippingSettings {
  const carrierLink = variables.read('CARRIER_LINK')
  if (carrierLink && !(carrierLink.startsWith('https://') && URL.canParse(carrierLink) && carrierLink.includes('{number}'))) {
    variables.problem(`CARRIER_LINK is '${carrierLink}'; it begins with https:// and contains {number}.`)
  }
  return { carrierLink }
}
