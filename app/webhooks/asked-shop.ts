import { createContext, useContext } from 'react'
import { SANDBOX_HEADER } from '#contract/people/api-keys.ts'

/** What goes with each call about endpoints: nothing for those of the shop, a header for those of the sandbox. */
export type AskedShop = { headers?: Record<string, string> }

export const theShop: AskedShop = {}
export const theSandbox: AskedShop = { headers: { [SANDBOX_HEADER]: 'true' } }

export const AskedShopContext = createContext(theShop)

export const useAskedShop = () => useContext(AskedShopContext)
