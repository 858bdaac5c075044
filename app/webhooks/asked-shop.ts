import { createContext, useContext } from 'react'
import { SANDBOX_HEADER } from '#contract/people/api-keys.ts'

/** Headers of calls about endpoints: none for those of the shop, one for those of the sandbox. */
export type AskedShop = { headers?: Record<string, string> }

export const theShop: AskedShop = {}
export const theSandbox: AskedShop = { headers: { [SANDBOX_HEADER]: 'true' } }

export const AskedShopContext = createContext(theShop)

export const useAskedShop = () => useContext(AskedShopContext)
