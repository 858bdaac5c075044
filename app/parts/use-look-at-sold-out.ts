import { useEffect } from 'react'
import type { Part } from '#contract/parts/parts.ts'
import { searchCalls } from '#contract/parts/searches.ts'
import { callApi } from '#app/api/api.ts'
import { isOrderable } from '#contract/orders/order-rule.ts'

/** Reports a look at a part that is sold out, in the background. A failure is not shown. */
export function useLookAtSoldOut(part: Part): void {
  const { _id } = part
  const isSoldOut = !isOrderable(part)
  useEffect(() => {
    if (isSoldOut) callApi(searchCalls.lookAt, { params: { id: _id } }).catch(() => {})
  }, [_id, isSoldOut])
}
