import { useState, type ReactNode } from 'react'
import { ApiError } from '#app/api/api-error.ts'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { offerWords as words } from '#app/words/offer.ts'

type ConfirmedFall<Change> = {
  /** Whether a change was refused because a price falls by more than the shop allows without confirmation. Then the question is shown. */
  asks: (error: Error, change: Change) => boolean
  isAsking: boolean
  /** `onConfirm` sends the refused change again, as confirmed. */
  question: (onConfirm: (change: Change) => void) => ReactNode
}

/** Asks before a large fall of a price. */
export function useConfirmedFall<Change>(): ConfirmedFall<Change> {
  const [fall, setFall] = useState<{ sentence: string; change: Change }>()
  const end = () => setFall(undefined)
  return {
    asks: (error, change) => {
      if (!(error instanceof ApiError) || error.code !== 'PRICE_FALL') return false
      setFall({ sentence: error.message, change })
      return true
    },
    isAsking: fall !== undefined,
    question: (onConfirm) =>
      fall && (
        <ConfirmModal
          question={words.fallQuestion}
          onConfirm={() => {
            end()
            onConfirm(fall.change)
          }}
          onCancel={end}
        >
          <p>{fall.sentence}</p>
          <p className="mt-2">{words.fallBinds}</p>
        </ConfirmModal>
      ),
  }
}
