/** A colour as '#rrggbb'. */
export const COLOUR_PATTERN = '^#[0-9a-fA-F]{6}$'

/** Minimum contrast of text with its background (WCAG 2.2, success criterion 1.4.3). */
export const READABLE_CONTRAST = 4.5

/** The colours of links and buttons without the owner's; the same as in app/app.css. */
export const BUILT_ACCENTS = { day: '#1d4fd7', night: '#8fb2ff' }

/** Backgrounds of the pages in the light and dark schemes, and the text on a light accent; the same as in app/app.css. */
const DAY = { canvas: '#f5f6f8', surface: '#ffffff' }
const NIGHT = { canvas: '#0b1221', surface: '#131d33' }
const ON_LIGHT = '#0b1221'

type Rgb = [number, number, number]

const rgbOf = (colour: string): Rgb => [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16)) as Rgb
const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance, 0 to 1. Source: WCAG 2.2. */
function luminance(colour: string): number {
  const [r, g, b] = rgbOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes `share` (0 to 1) of the second colour into the first. */
const mixed = (a: string, b: string, share: number): string =>
  hexOf(rgbOf(a).map((part, index) => part + (rgbOf(b)[index]! - part) * share) as Rgb)

/** The colours derived from the accent, for the light or dark scheme. */
export function accentColours(accent: string, time: 'day' | 'night') {
  const { surface } = time === 'day' ? DAY : NIGHT
  return {
    accent,
    strong: mixed(accent, time === 'day' ? '#000000' : '#ffffff', 0.22),
    tint: mixed(surface, accent, time === 'day' ? 0.1 : 0.2),
    onAccent: contrast(accent, '#ffffff') >= contrast(accent, ON_LIGHT) ? '#ffffff' : ON_LIGHT,
  }
}

/** The lowest contrast of the accent with its background, or of the text on it. */
export function lowestContrast(accent: string, time: 'day' | 'night'): number {
  const { canvas, surface } = time === 'day' ? DAY : NIGHT
  const { strong, tint, onAccent } = accentColours(accent, time)
  return Math.min(
    contrast(accent, canvas),
    contrast(accent, surface),
    contrast(accent, tint),
    contrast(accent, onAccent),
    contrast(strong, onAccent),
  )
}
