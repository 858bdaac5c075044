import { useState } from 'react'
import { shortfallReasons, type Shortfall, type ShortfallReason } from '#contract/payments/bank.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { bankWords } from '#app/words/bank.ts'
import { bankReads } from './bank-reads.ts'

const words = bankWords.shortfall

type AcceptProps = { name: string; missing: number; send: (shortfall: Shortfall) => Promise<unknown> }

/** Accepts that a sum is missing of a bill, with the reason: the bill is paid then. */
export function AcceptShortfall({ name, missing, send }: AcceptProps) {
  const [why, setWhy] = useState<ShortfallReason>('bank-charges')
  return (
    <ConfirmedAction
      button={words.accept}
      buttonLabel={words.acceptOf(name)}
      tone="primary"
      question={words.question(name, formatAmount(missing))}
      send={() => send({ amount: missing, why })}
      onDone={() => toast.success(words.done(name))}
      changes={bankReads}
    >
      <SelectField
        className="mt-2"
        label={words.why}
        hint={words.hints[why]}
        options={shortfallReasons.map((reason) => [reason, words.reasons[reason]] as const)}
        value={why}
        onChange={({ target }) => setWhy(target.value as ShortfallReason)}
      />
    </ConfirmedAction>
  )
}
