import { ConfirmModal } from '#app/ui/modal.tsx'
import { offerWords as words } from '#app/words/offer.ts'

type ConfirmFallProps = {
  /** What the server says of the fall. */
  sentence: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a price falls by more than the shop allows unasked. */
export const ConfirmFall = ({ sentence, onConfirm, onCancel }: ConfirmFallProps) => (
  <ConfirmModal question={words.fallQuestion} onConfirm={onConfirm} onCancel={onCancel}>
    <p>{sentence}</p>
    <p className="mt-2">{words.fallBinds}</p>
  </ConfirmModal>
)
