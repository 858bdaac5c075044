import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { messages } from '#contract/messages.ts'
import { formatDollars } from '#contract/money.ts'
import { partCalls, type Part, type PartOffer } from '#contract/parts.ts'
import { ApiError } from '#app/api-error.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { mayRetry } from '#app/may-retry.ts'
import { changedOffer, REFUSED_OFFER, typedOffer } from '#app/parts/offer-rules.ts'
import { EMPTY_PART, PartForm, type PartFields } from '#app/parts/part-form.tsx'
import { keyOf } from '#app/queries.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { offerWords as words } from '#app/words/offer.ts'

/** What a part costs, and the button that opens its price, number, lead time and ladder to be changed. */
export function EditOffer({ part }: { part: Part }) {
  const [isOpen, setIsOpen] = useState(false)
  const steps = part.priceBreaks.length
  return (
    <div className="flex items-center gap-2">
      <span className="figures min-w-16">
        {formatDollars(part.price)}
        {steps > 0 && <span className="label-text block">{words.steps(steps)}</span>}
      </span>
      <IconButton aria-haspopup="dialog" label={words.editOf(part.name)} icon={<PencilIcon />} onClick={() => setIsOpen(true)} />
      {isOpen && <OfferDialog part={part} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

const PencilIcon = () => (
  <Icon>
    <path d="m4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20ZM14 6.5l3.5 3.5" />
  </Icon>
)

function OfferDialog({ part, onClose }: { part: Part; onClose: () => void }) {
  const queryClient = useQueryClient()
  const title = words.title(part.name)
  const [trouble, setTrouble] = useState<string>()
  /** A large fall of the price, which is asked about: the shop's sentence, and what is sent again once it is confirmed. */
  const [fall, setFall] = useState<{ sentence: string; offer: PartOffer }>()
  // The list behind the dialog may be read anew while it is open.
  const [opened] = useState(() => ({ ...EMPTY_PART, ...typedOffer(part) }))
  const form = useForm<PartFields>({ defaultValues: opened })
  const mutationKey = ['change offer', part._id]

  const change = useMutation({
    mutationKey,
    mutationFn: (offer: PartOffer) => callApi(partCalls.changeOffer, { params: { id: part._id }, body: offer }),
    onMutate: () => setTrouble(undefined),
    onSuccess: ({ modifiedCount, part: changed }) => {
      queryClient.setQueriesData<Part[]>({ queryKey: keyOf(partCalls.all) }, (parts) =>
        parts?.map((one) => (one._id === changed._id ? changed : one)),
      )
      toast.success(modifiedCount === 1 ? messages.stockUpdated(part.name) : words.unchanged(part.name))
      onClose()
    },
    onError: (error, offer) => {
      if (mayRetry(error)) return toastFailure(error, () => change.mutate(offer))
      if (error instanceof ApiError && error.code === 'PRICE_FALL') return setFall({ sentence: error.message, offer })
      setTrouble(showRefusal<PartFields>(error, REFUSED_OFFER, form.setError))
    },
    onSettled: () => {
      for (const read of [partCalls.all, partCalls.one]) void queryClient.invalidateQueries({ queryKey: keyOf(read) })
    },
  })
  const confirmFall = ({ offer }: { offer: PartOffer }) => {
    setFall(undefined)
    change.mutate({ ...offer, confirmed: true })
  }

  const save = (fields: PartFields) => {
    if (queryClient.isMutating({ mutationKey }) === 0) change.mutate(changedOffer(opened, fields))
  }

  return (
    <Dialog label={title} busy={change.isPending} onClose={onClose} className="w-[min(40rem,calc(100vw-2rem))] overscroll-contain">
      <div className="modal-body">
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2 mb-5 text-soft">{words.kept}</p>
        <PartForm form={form} isNew={false} send={save}>
          {trouble && <Notice tone="danger">{trouble}</Notice>}
          <div className="modal-actions mt-0">
            <Button variant="secondary" onClick={onClose} disabled={change.isPending}>
              {dialogWords.cancel}
            </Button>
            <Button type="submit" busy={change.isPending}>
              {words.save}
            </Button>
          </div>
        </PartForm>
      </div>
      {fall && (
        <ConfirmModal question={words.fallQuestion} onConfirm={() => confirmFall(fall)} onCancel={() => setFall(undefined)}>
          <p>{fall.sentence}</p>
          <p className="mt-2">{words.fallBinds}</p>
        </ConfirmModal>
      )}
    </Dialog>
  )
}
