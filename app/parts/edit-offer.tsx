import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { messages } from '#contract/messages.ts'
import { formatDollars } from '#contract/money.ts'
import { partCalls, type Part, type PartOffer } from '#contract/parts.ts'
import { ApiError, callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { changedOffer, priceProblem, REFUSED_OFFER, typedOffer, type OfferFields } from '#app/parts/offer-rules.ts'
import { NumberAndLeadTime, PriceLadderFields } from '#app/parts/price-ladder-fields.tsx'
import { keyOf, mayPass } from '#app/queries.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
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

const PencilIcon = () => <Icon><path d="m4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20ZM14 6.5l3.5 3.5" /></Icon>

function OfferDialog({ part, onClose }: { part: Part; onClose: () => void }) {
  const queryClient = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [trouble, setTrouble] = useState<string>()
  /** A large fall of the price, which is asked about: the shop's sentence, and what is sent again once it is confirmed. */
  const [fall, setFall] = useState<{ sentence: string; offer: PartOffer }>()
  // The list behind the dialog may be read anew while it is open.
  const [opened] = useState(() => typedOffer(part))
  const form = useForm<OfferFields>({ defaultValues: opened })
  const { register, handleSubmit, setError, formState: { errors } } = form
  const mutationKey = ['change offer', part._id]

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing before the element leaves the page is what gives the focus back.
    return () => element?.close()
  }, [])

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
      if (mayPass(error)) return toastFailure(error, () => change.mutate(offer))
      if (error instanceof ApiError && error.code === 'PRICE_FALL') return setFall({ sentence: error.message, offer })
      setTrouble(showRefusal<OfferFields>(error, REFUSED_OFFER, setError))
    },
    onSettled: () => {
      for (const read of [partCalls.all, partCalls.one]) void queryClient.invalidateQueries({ queryKey: keyOf(read) })
    },
  })
  const confirmFall = ({ offer }: { offer: PartOffer }) => {
    setFall(undefined)
    change.mutate({ ...offer, confirmed: true })
  }

  const save = handleSubmit((fields) => {
    if (queryClient.isMutating({ mutationKey }) === 0) change.mutate(changedOffer(opened, fields))
  })

  return (
    <dialog
      ref={dialog}
      className="modal w-[min(40rem,calc(100vw-2rem))] overscroll-contain"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (!change.isPending) onClose()
      }}
      // Some browsers close at a second Escape without asking.
      onClose={() => {
        if (!change.isPending) onClose()
      }}
    >
      <FormProvider {...form}>
        <form noValidate className="modal-body grid gap-5" onSubmit={(event) => void save(event)}>
          <div>
            <h2 id={titleId} className="text-xl">{words.title(part.name)}</h2>
            <p className="mt-2 text-soft">{words.kept}</p>
          </div>
          <TextField
            {...register('price', { validate: priceProblem })}
            label={words.price}
            hint={words.priceHint}
            inputMode="decimal"
            autoComplete="off"
            error={errors.price?.message}
          />
          <NumberAndLeadTime isOnSale />
          <PriceLadderFields />
          {trouble && <Notice tone="danger">{trouble}</Notice>}
          <div className="modal-actions mt-0">
            <Button variant="secondary" onClick={onClose} disabled={change.isPending}>{dialogWords.cancel}</Button>
            <Button type="submit" busy={change.isPending}>{words.save}</Button>
          </div>
        </form>
      </FormProvider>
      {fall && (
        <ConfirmModal open question={words.fallQuestion} onConfirm={() => confirmFall(fall)} onCancel={() => setFall(undefined)}>
          <p>{fall.sentence}</p>
          <p className="mt-2">{words.fallBinds}</p>
        </ConfirmModal>
      )}
    </dialog>
  )
}
