import { accentColours, BUILT_ACCENTS } from '#contract/basics/colours.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'

/** A style sheet with the owner's colours, and the size of their logo; empty without any. It comes after the shop's own. */
export function shopStyles({ accent, accentNight, logo }: ShopSettings): string {
  const day = accent === undefined ? '' : `:root{${tokens(accent, 'day')}}`
  // Without an owner's colour the dark scheme keeps the shop's.
  const night = accent === undefined && accentNight === undefined ? '' : `:root{${tokens(accentNight ?? BUILT_ACCENTS.night, 'night')}}`
  const brand = logo === undefined ? '' : '.brand-logo{flex:none;width:auto;max-width:10rem;height:2rem;object-fit:contain}'
  return brand + day + (night && `@media screen and (prefers-color-scheme:dark){${night}}`)
}

function tokens(colour: string, time: 'day' | 'night'): string {
  const { accent, strong, tint, onAccent } = accentColours(colour, time)
  return `--color-accent:${accent};--color-accent-strong:${strong};--color-accent-tint:${tint};--color-on-accent:${onAccent}`
}
