import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { calendarDay, Id, IdParams, nullable, pageSize, requiredText, strictObject, text } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'

/** Days of searches that the list counts. */
export const SEARCH_DAYS = 90
/** Default number of searches on a page. */
export const SEARCHES_PAGE_SIZE = 50
/** Rows of the list of sold-out parts that people have looked at. */
export const SOLD_OUT_ROWS = 50

/** Synonyms that a shop keeps, and that one call adds or removes, at most. */
export const MAXIMUM_SYNONYMS = 2_000
/** Maximum words of the meaning of a synonym. */
export const SYNONYM_WORDS = 3

export const searchMessages = {
  textRequired: 'Enter a text with letters or digits.',
  textNamesAnother: 'Another part has this number or name.',
  partUnknown: 'There is no part with this number or name.',
  synonymWords: `Enter one to ${SYNONYM_WORDS} words with letters or digits.`,
  synonymMeaning: 'Enter the words of your catalogue.',
  tooManySynonyms: `A shop keeps at most ${MAXIMUM_SYNONYMS.toLocaleString('en-US')} synonyms. Remove some first.`,
} as const

const Day = calendarDay()
const Count = Type.Integer({ minimum: 0 })

/** A text that named no part. Texts count as one that have the same letters and digits. */
export const MissedSearch = Type.Object({
  text: Type.String({ description: 'As it was last written' }),
  searches: Type.Integer({ minimum: 0, description: `Searches of the list of parts in ${SEARCH_DAYS} days` }),
  lines: Type.Integer({ minimum: 0, description: `Lines of saved quotes in ${SEARCH_DAYS} days` }),
  last: Day,
})
export type MissedSearch = Static<typeof MissedSearch>

/** One page of them, the most frequent first. `page` is the page returned: beyond the last page, the last one. */
export const MissedSearches = Type.Object({ count: Count, page: Count, searches: Type.Array(MissedSearch) })
export type MissedSearches = Static<typeof MissedSearches>

/** The shop's answer to a text: the part that it means, or that the shop does not sell it. */
export const SearchAnswer = Type.Object({
  _id: Id,
  text: Type.String(),
  part: nullable(Type.Object({ _id: Id, name: Type.String(), partNumber: Type.String() })),
  at: Type.String({ format: 'date-time' }),
})
export type SearchAnswer = Static<typeof SearchAnswer>

/** A part that cannot be ordered, and how many people have looked at it. */
export const SoldOutPart = Type.Object({
  partsId: Id,
  name: Type.String(),
  partNumber: Type.String(),
  available: Count,
  people: Type.Integer({ description: `People who looked at it in ${SEARCH_DAYS} days, each counted once a day` }),
})
export type SoldOutPart = Static<typeof SoldOutPart>

/** Synonyms of words of the catalogue: 'Netzteil' means 'power supply'. Case, spaces and dashes in `words` do not matter. */
export const Synonym = Type.Object({ words: Type.String(), means: Type.String() })
export type Synonym = Static<typeof Synonym>

const NewSynonym = strictObject({
  words: requiredText(TEXT_LIMITS.synonym, searchMessages.synonymWords),
  means: requiredText(TEXT_LIMITS.synonym, searchMessages.synonymMeaning),
})

const Modified = Type.Object({ modifiedCount: Type.Integer() })
const searchedText = requiredText(TEXT_LIMITS.search, searchMessages.textRequired)

export const searchCalls = defineCalls('Searches', 'searches', {
  miss: {
    method: 'POST',
    path: '/missed-searches',
    policy: 'public',
    summary: 'Tell the shop that a search has found no part; modifiedCount 0 for a text that names one, or that the network has told today',
    body: strictObject({ text: searchedText }),
    response: Modified,
  },
  missed: {
    method: 'GET',
    path: '/missed-searches',
    policy: 'admin',
    permissions: ['parts'],
    summary: `Texts of ${SEARCH_DAYS} days that named no part, the most frequent first`,
    query: Type.Object({
      q: Type.Optional(text(TEXT_LIMITS.search)),
      page: Type.Optional(Type.Integer({ description: 'Page index from 0' })),
      size: pageSize('Texts', SEARCHES_PAGE_SIZE),
    }),
    response: MissedSearches,
  },
  answers: {
    method: 'GET',
    path: '/search-answers',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Texts that mean a part, and texts that the shop does not sell; the newest first',
    response: Type.Array(SearchAnswer),
  },
  answer: {
    method: 'PUT',
    path: '/search-answers',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Say which part a text means, so that searches and quotes find it; or, without a part, that the shop does not sell it',
    body: strictObject({ text: searchedText, part: nullable(requiredText(TEXT_LIMITS.partName, searchMessages.partUnknown)) }),
    response: Modified,
  },
  forget: {
    method: 'DELETE',
    path: '/search-answers/:id',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Take back what was said about a text',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  synonyms: {
    method: 'GET',
    path: '/synonyms',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'What words mean in the words of the catalogue, by words',
    response: Type.Array(Synonym),
  },
  changeSynonyms: {
    method: 'PUT',
    path: '/synonyms',
    policy: 'admin',
    permissions: ['parts'],
    summary: 'Remove synonyms by their words and add others; one with words that are known replaces it. All or nothing',
    body: strictObject({
      remove: Type.Array(text(TEXT_LIMITS.synonym), { maxItems: MAXIMUM_SYNONYMS }),
      add: Type.Array(NewSynonym, { maxItems: MAXIMUM_SYNONYMS }),
    }),
    response: Modified,
  },
  lookAt: {
    method: 'POST',
    path: '/parts/:id/looked-at',
    policy: 'session',
    summary: 'Tell the shop that one has looked at a part that is sold out; counted once a day. modifiedCount 0 for a part in stock',
    params: IdParams,
    response: Modified,
  },
  soldOut: {
    method: 'GET',
    path: '/sold-out-parts',
    policy: 'admin',
    permissions: ['parts'],
    summary: `The ${SOLD_OUT_ROWS} parts that most people looked at and cannot order`,
    response: Type.Array(SoldOutPart),
  },
})
