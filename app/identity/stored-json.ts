import type { KeptStorage } from '#app/identity/session-state.ts'

/** A stored JSON value; undefined for other text, because users and extensions can write to the storage. */
export function readStored(storage: KeptStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
