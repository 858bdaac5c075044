import { registerHooks } from 'node:module'

/**
 * Starts the shop as server/main.ts does, with cheap password hashes: nearly every journey registers a person. Journeys about
 * external services run server/main.ts itself.
 */

const IDENTITY = import.meta.resolve('#server/identity/identity.ts')
const CHEAP_IDENTITY = import.meta.resolve('./cheap-identity.ts')

registerHooks({
  resolve(name, context, next) {
    const resolved = next(name, context)
    return resolved.url === IDENTITY && context.parentURL !== CHEAP_IDENTITY ? { ...resolved, url: CHEAP_IDENTITY } : resolved
  },
})
await import('#server/main.ts')
