import { startTransition, useState } from 'react'
import { useForm } from 'react-hook-form'
import { messages } from '#contract/basics/messages.ts'
import { partCalls, type Part, type PartOffer } from '#contract/parts/parts.ts'
import { callApi } from '#app/api/api.ts'
import { showRefusal } from '#app/ui/form-fields.ts'
import { PenIcon } from '#app/layout/dashboard-icons.tsx'
import { useConfirmedFall } from '#app/parts/confirm-fall.tsx'
import { EditPrice } from '#app/parts/edit-price.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { changedOffer, typedOffer } from '#app/parts/offer-rules.ts'
import { EMPTY_PART, OfferOfPart, type PartFields } from '#app/parts/part-form.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { readAgain } from '#app/api/queries.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { offerWords as words } from '#app/words/offer.ts'

/** A part's price, and the button that opens its price, number, lead time and ladder for editing. */
export function EditOffer({ part }: { part: Part }) {
  const [isOpen, setIsOpen] = useState(false)
  const steps = part.priceBreaks.length
  return (
    <div className="flex items-center justify-end gap-2">
      {steps > 0 && <span className="text-soft">{words.steps(steps)}</span>}
      <EditPrice part={part} />
      <IconButton
        aria-haspopup="dialog"
        label={words.editOf(part.name)}
        icon={<PenIcon />}
        onClick={() => startTransition(() => setIsOpen(true))}
      />
      {isOpen && <OfferDialog part={part} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function OfferDialog({ part, onClose }: { part: Part; onClose: () => void }) {
  const fall = useConfirmedFall<PartOffer>()
  // The list behind the dialog may be reloaded while it is open.
  const [opened] = useState(part)
  const form = useForm<PartFields>({ defaultValues: { ...EMPTY_PART, ...typedOffer(opened) } })

  const change = useFormAction({
    send: (offer: PartOffer) => callApi(partCalls.changeOffer, { params: { id: part._id }, body: offer }),
    onDone: ({ modifiedCount, part: changed }) => {
      showChanged(changed)
      toast.success(modifiedCount === 1 ? messages.stockUpdated(part.name) : words.unchanged(part.name))
    },
    onClose,
    refused: (error, offer) => {
      if (fall.asks(error, offer)) return undefined
      // Another admin may have changed it; reopened, the dialog has the current values.
      void readAgain(...partReads)
      return showRefusal(form, error)
    },
    changes: partReads,
  })

  return (
    <>
      <FormDialog
        wide
        title={words.title(part.name)}
        lead={words.kept}
        submit={words.save}
        action={change}
        onSubmit={form.handleSubmit((fields) => change.run(changedOffer(opened, fields)))}
        onClose={onClose}
      >
        <OfferOfPart form={form} />
      </FormDialog>
      {fall.question((offer) => change.run({ ...offer, confirmed: true }))}
    </>
  )
}
