/** Parts that are compared. */
export const MOST_COMPARED = 4

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ids of parts from an address: 'ID,ID'. Anything else is ignored. */
export const readCompared = (text: string | null): string[] =>
  [...new Set((text ?? '').split(','))].filter((id) => ID.test(id)).slice(0, MOST_COMPARED)
