import { Suspense, useState } from 'react'
import { importCalls } from '#contract/parts/imports.ts'
import type { DeskFilter } from '#contract/parts/part-desk.ts'
import { priceChangeCalls } from '#contract/parts/price-changes.ts'
import { useMay } from '#app/identity/may.tsx'
import { ChangeAllPrices } from '#app/parts/change-prices.tsx'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { bulkChangeWords } from '#app/words/bulk-change.ts'

const ChangeAllDialog = lazyPart(async () => (await import('#app/imports/change-all.tsx')).ChangeAllDialog)

/** Changes all fields of the found parts, or only prices, by the user's rights. */
export function ChangeFound(found: { filter: DeskFilter; count: number }) {
  const may = useMay()
  if (may(importCalls.fromParts)) return <ChangeAll {...found} />
  return may(priceChangeCalls.make) && <ChangeAllPrices {...found} />
}

function ChangeAll({ filter, count }: { filter: DeskFilter; count: number }) {
  const [isOpen, setIsOpen] = useState(false)
  if (count === 0) return null
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {bulkChangeWords.open(count)}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChangeAllDialog filter={filter} count={count} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
