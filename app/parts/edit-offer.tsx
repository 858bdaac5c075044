import { startTransition, useState } from 'react'
import { useForm } from 'react-hook-form'
import { messages } from '#contract/messages.ts'
import { partCalls, type Part, type PartOffer } from '#contract/parts.ts'
import { callApi } from '#app/api.ts'
import { showRefusal } from '#app/form-fields.ts'
import { PenIcon } from '#app/layout/dashboard-icons.tsx'
import { useConfirmedFall } from '#app/parts/confirm-fall.tsx'
import { EditPrice } from '#app/parts/edit-price.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { changedOffer, typedOffer } from '#app/parts/offer-rules.ts'
import { EMPTY_PART, PartForm, type PartFields } from '#app/parts/part-form.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { readAgain } from '#app/queries.ts'
import { useAction } from '#app/use-action.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { offerWords as words } from '#app/words/offer.ts'

/** What a part costs, and the button that opens its price, number, lead time and ladder to be changed. */
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
  const title = words.title(part.name)
  const [trouble, setTrouble] = useState<string>()
  const fall = useConfirmedFall<PartOffer>()
  // The list behind the dialog may be read again while it is open.
  const [opened] = useState(part)
  const form = useForm<PartFields>({ defaultValues: { ...EMPTY_PART, ...typedOffer(opened) } })

  const change = useAction({
    send: (offer: PartOffer) => callApi(partCalls.changeOffer, { params: { id: part._id }, body: offer }),
    onStart: () => setTrouble(undefined),
    onDone: ({ modifiedCount, part: changed }) => {
      showChanged(changed)
      toast.success(modifiedCount === 1 ? messages.stockUpdated(part.name) : words.unchanged(part.name))
      onClose()
    },
    onRefused: (error, offer) => {
      if (fall.asks(error, offer)) return
      setTrouble(showRefusal(form, error))
      // Another admin may have changed it; opened again, the dialog has what it is by now.
      void readAgain(...partReads)
    },
    changes: partReads,
  })

  return (
    <Dialog label={title} busy={change.isRunning} onClose={onClose} className="w-[min(40rem,calc(100vw-2rem))] overscroll-contain">
      <div className="modal-body">
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2 mb-5 text-soft">{words.kept}</p>
        <PartForm form={form} isNew={false} send={(fields) => change.run(changedOffer(opened, fields))}>
          {trouble && <Notice tone="danger">{trouble}</Notice>}
          <div className="modal-actions mt-0">
            <Button variant="secondary" onClick={onClose} disabled={change.isRunning}>
              {dialogWords.cancel}
            </Button>
            <Button type="submit" busy={change.isRunning}>
              {words.save}
            </Button>
          </div>
        </PartForm>
      </div>
      {fall.question((offer) => change.run({ ...offer, confirmed: true }))}
    </Dialog>
  )
}
