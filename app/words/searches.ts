import { formatCount } from '#contract/basics/figures.ts'
import { SEARCH_DAYS } from '#contract/parts/searches.ts'

/** Words of the screen of searches without a hit; all our own. */
export const searchesWords = {
  heading: (count: number) => `Searches Without a Hit: ${formatCount(count)}`,
  lead: `What people looked for in the last ${SEARCH_DAYS} days and did not find, in the list of parts and in saved quotes.`,
  searchLabel: 'Find texts',
  caption: 'Searches without a hit',
  columns: { text: 'Text', searches: 'Searches', lines: 'Lines of quotes', last: 'Last', actions: 'Answer' },
  pages: 'Pages of searches',
  none: 'Nothing yet.',
  noneMore: 'A search that finds no part appears here, and so does a line of a quote.',
  noneFound: 'No texts match.',

  makePart: 'Make a part',
  makePartOf: (text: string) => `Make a part: “${text}”`,
  means: 'Means a part',
  meansOf: (text: string) => `Means a part: “${text}”`,
  meansTitle: (text: string) => `Which part is “${text}”?`,
  meansLead: 'From now on, searches and quotes with this text find that part.',
  part: 'Part number or name',
  partMissing: 'Choose a part.',
  save: 'Save',
  meant: (text: string) => `“${text}” finds its part now`,
  notOurs: 'Not sold',
  notOursOf: (text: string) => `Not sold: “${text}”`,
  dismissed: (text: string) => `“${text}” is not listed any more`,

  soldOut: 'Looked at and sold out',
  soldOutLead: `Parts below one minimum order that signed-in people looked at in the last ${SEARCH_DAYS} days, each person counted once a day.`,
  soldOutColumns: { part: 'Part', number: 'Part number', available: 'In stock', people: 'Looks' },
  noneSoldOut: 'No looks at parts that are sold out.',

  answers: 'What texts mean',
  answerColumns: { text: 'Text', part: 'Part', at: 'Since', forget: 'Remove' },
  notSold: 'Not sold',
  forget: 'Remove',
  forgetOf: (text: string) => `Remove “${text}”`,
  forgotten: (text: string) => `“${text}” is searched as it is again`,
} as const
