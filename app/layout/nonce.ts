import { createContext } from 'react'

/** Nonce of this answer's inline scripts. Known on the server only: browsers hide it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
