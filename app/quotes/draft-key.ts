/** Storage key of the unsaved quote; app/identity/session-keeper.ts removes it when its owner signs out. */
export const QUOTE_DRAFT = 'quoteDraft'
