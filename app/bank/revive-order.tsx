import { useState } from 'react'
import { bankCalls, shortfallReasons, type ShortfallReason } from '#contract/payments/bank.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { bankWords } from '#app/words/bank.ts'
import { bankReads } from './bank-reads.ts'

const words = bankWords.revive

/** Revives an order that ended before its money came; what is missing is accepted, or still to come. */
export function ReviveOrder({ billId, name, missing }: { billId: string; name: string; missing: number }) {
  const [why, setWhy] = useState<ShortfallReason | ''>('')
  return (
    <ConfirmedAction
      button={words.revive}
      buttonLabel={words.reviveOf(name)}
      tone="primary"
      question={words.question(name)}
      send={() =>
        callApi(bankCalls.revive, {
          params: { id: billId },
          body: why === '' || missing === 0 ? {} : { shortfall: { amount: missing, why } },
        })
      }
      onDone={({ paid }) => toast.success(paid ? words.paid(name) : words.waits(name))}
      changes={bankReads}
    >
      <p>{words.lead}</p>
      {missing > 0 && (
        <SelectField
          className="mt-2"
          label={words.missing(formatAmount(missing))}
          options={[
            ['', words.toCome] as const,
            ...shortfallReasons.map((reason) => [reason, bankWords.shortfall.reasons[reason]] as const),
          ]}
          value={why}
          onChange={({ target }) => setWhy(target.value as ShortfallReason | '')}
        />
      )}
    </ConfirmedAction>
  )
}
