import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { sandboxWords as words } from '#app/words/sandbox.ts'
import type { SecondStepOutcome } from './sandbox-card.ts'

type SecondStepProps = { total: string; onDecide: (outcome: SecondStepOutcome) => void }

/** Simulates the card's bank, which asks its customer once more. Escape fails the step, as closing a bank's window does. */
export function SecondStep({ total, onDecide }: SecondStepProps) {
  return (
    <Dialog label={words.secondStep} onClose={() => onDecide('fail')}>
      <div className="p-6">
        <h2 className="text-xl">{words.secondStep}</h2>
        <p className="mt-2 text-soft">{words.secondStepText(total)}</p>
        <div className="modal-actions">
          <Button variant="secondary" onClick={() => onDecide('fail')}>
            {words.fail}
          </Button>
          <Button onClick={() => onDecide('complete')}>{words.complete}</Button>
        </div>
      </div>
    </Dialog>
  )
}
