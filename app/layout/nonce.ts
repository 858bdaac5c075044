import { createContext } from 'react'

/** Nonce of this answer's inline scripts. Known on the server only: a browser hides it from scripts on purpose. */
export const NonceContext = createContext<string | undefined>(undefined)
