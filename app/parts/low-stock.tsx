import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { lowStockCalls, lowStockMessages as messages } from '#contract/parts/low-stock.ts'
import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { readPieces } from '#app/parts/quantity.ts'
import { TextField } from '#app/ui/field.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { savedBy, SavedForm } from '#app/ui/save-together.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { lowStockWords as words } from '#app/words/low-stock.ts'
import { partDeskWords } from '#app/words/part-desk.ts'

/** The typed number of pieces; null if empty, undefined if invalid. */
const readBelow = (typed: string): number | null | undefined => {
  if (typed.trim() === '') return null
  const pieces = readPieces(typed)
  return pieces !== undefined && pieces >= 0 ? pieces : undefined
}
const typedOf = (below: number | null) => (below === null ? '' : String(below))

/** The threshold of a part's low stock. */
export function LowStockForm({ id, below }: { id: string; below: number | null }) {
  // A concurrent change of another admin does not count as seen.
  const [seen, setSeen] = useState(below)
  const form = useForm({ defaultValues: { below: typedOf(below) } })
  const save = useFormAction({
    form,
    send: (typed: { below: string }) => callApi(lowStockCalls.set, { params: { id }, body: { below: readBelow(typed.below)!, seen } }), // validated
    onDone: ({ modifiedCount }, typed) => {
      setSeen(readBelow(typed.below) ?? null)
      form.reset(typed)
      toast.success(modifiedCount === 1 ? words.saved : words.unchanged)
    },
    changes: [partDeskCalls.ledger, partDeskCalls.list, partCalls.all],
  })
  return (
    <SavedForm title={partDeskWords.sections.stock} {...savedBy(form, save)}>
      <TextField
        {...fieldsOf(form)('below', { validate: (typed) => readBelow(typed) !== undefined || messages.belowBounds })}
        label={words.below}
        hint={words.hint}
        className="max-w-xl"
        inputMode="numeric"
        autoComplete="off"
      />
      <Refusal sentences={save.refusal} />
    </SavedForm>
  )
}
