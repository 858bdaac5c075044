import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messages } from '#contract/basics/messages.ts'
import { partCalls, type Part, type PartOffer } from '#contract/parts/parts.ts'
import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { callApi } from '#app/api/api.ts'
import { showRefusal } from '#app/ui/form-fields.ts'
import { useConfirmedFall } from '#app/parts/confirm-fall.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { changedOffer, typedOffer } from '#app/parts/offer-rules.ts'
import { EMPTY_PART, OfferOfPart, type PartFields } from '#app/parts/part-form.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { savedBy, SavedForm } from '#app/ui/save-together.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { offerWords as words } from '#app/words/offer.ts'
import { partDeskWords } from '#app/words/part-desk.ts'

/** Price, number, lead time and price ladder of a part. */
export function PartPrice({ part }: { part: Part }) {
  const fall = useConfirmedFall<PartOffer>()
  // Concurrent changes of other admins do not count as seen.
  const [seen, setSeen] = useState(part)
  const form = useForm<PartFields>({ defaultValues: { ...EMPTY_PART, ...typedOffer(seen) } })
  const change = useFormAction({
    send: (offer: PartOffer) => callApi(partCalls.changeOffer, { params: { id: part._id }, body: offer }),
    onDone: ({ modifiedCount, part: changed }) => {
      showChanged(changed)
      setSeen(changed)
      form.reset({ ...EMPTY_PART, ...typedOffer(changed) })
      toast.success(modifiedCount === 1 ? messages.stockUpdated(part.name) : words.unchanged(part.name))
    },
    refused: (error, offer) => (fall.asks(error, offer) ? undefined : showRefusal(form, error)),
    changes: [...partReads, partDeskCalls.one],
  })
  const save = { run: (fields: PartFields) => change.run(changedOffer(seen, fields)), isRunning: change.isRunning }
  return (
    <>
      <SavedForm title={partDeskWords.sections.price} {...savedBy(form, save)}>
        <p className="text-sm text-soft">{words.kept}</p>
        <OfferOfPart form={form} />
        <Refusal sentences={change.refusal} />
      </SavedForm>
      {fall.question((offer) => change.run({ ...offer, confirmed: true }))}
    </>
  )
}
