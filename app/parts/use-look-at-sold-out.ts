import { useEffect } from 'react'
import type { Part } from '#contract/parts.ts'
import { searchCalls } from '#contract/searches.ts'
import { callApi } from '#app/api.ts'
import { isOrderable } from '#app/parts/quantity.ts'

/** Tells the shop that somebody looks at a part that is sold out. Nobody waits for it, and a failure is not shown. */
export function useLookAtSoldOut({ _id, available }: Part): void {
  const isSoldOut = !isOrderable(available)
  useEffect(() => {
    if (isSoldOut) callApi(searchCalls.lookAt, { params: { id: _id } }).catch(() => {})
  }, [_id, isSoldOut])
}
