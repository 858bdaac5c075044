import { counted } from '#contract/basics/figures.ts'
/** Words of the command palette; all our own. */
export const paletteWords = {
  title: 'Go to',
  field: 'Screen, part, order or quote',
  results: 'Results',
  groups: {
    recent: 'Recent',
    actions: 'Actions',
    screens: 'Screens',
    parts: 'Parts',
    orders: 'Orders',
    quotes: 'Quotes',
    search: 'Search',
  },
  quote: 'Quote',
  newQuote: 'New quote',
  ship: (number: string) => `Ship ${number}`,
  allParts: (text: string) => `Search all parts for “${text}”`,
  ordersOf: (email: string) => `All orders of ${email}`,
  order: (number: string, pieces: string, state: string) => `${number} · ${counted(pieces, 'piece')} · ${state}`,
  unnamedQuote: 'Unnamed quote',
  found: (count: number) => counted(count, 'result'),
  searching: 'Searching...',
  none: 'No results',
  failed: 'Some results could not be loaded.',
  keys: 'Arrow keys to choose, Enter to open, Esc to close',
} as const
