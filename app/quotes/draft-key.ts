/** Where a browser keeps the quote that is not saved yet; app/identity/session-keeper.ts takes it away with its owner. */
export const QUOTE_DRAFT = 'quoteDraft'
