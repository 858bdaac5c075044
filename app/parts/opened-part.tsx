import { Suspense } from 'react'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { useOpened } from '#app/ui/use-opened.ts'

/** Loaded only for editing. */
const PartSheet = lazyPart(async () => (await import('#app/parts/part-sheet.tsx')).PartSheet)

/** The part that is edited beside a list. */
export function OpenedPart() {
  const { openedId, close } = useOpened()
  if (!openedId) return null
  return (
    <Suspense fallback={null}>
      <PartSheet key={openedId} id={openedId} onClose={close} />
    </Suspense>
  )
}
