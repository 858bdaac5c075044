import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Navigate, useNavigate, useParams } from 'react-router'
import { imageAtWidth } from '#contract/images.ts'
import { messages } from '#contract/messages.ts'
import { formatAmount, formatUnitPrice } from '#contract/figures.ts'
import { orderCalls } from '#contract/orders.ts'
import { partCalls } from '#contract/parts.ts'
import { userCalls, type Identity } from '#contract/users.ts'
import { toastFailure } from '#app/failure.tsx'
import { showRefusal } from '#app/form-fields.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { SignedIn } from '#app/identity/guards.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { mayRetry } from '#app/may-retry.ts'
import { ContactFields } from '#app/orders/contact-fields.tsx'
import { findDraft, forgetDraft, updateDraft, type OrderDraft } from '#app/orders/order-draft.ts'
import { submitPurchase, type Contact } from '#app/orders/submit-purchase.ts'
import { paths } from '#app/paths.ts'
import { readAgain, readOf } from '#app/queries.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { purchaseWords as words } from '#app/words/purchase.ts'

/** Names in the form of the fields of the call. */
const FORM_NAMES = { 'orderItem.phone': 'phone', 'orderItem.address': 'address' } as const

export const meta = pageMeta(words.title)

/** Specification section 2, "Purchase details". */
export default function Purchase() {
  const { partsId = '' } = useParams()
  return (
    <SignedIn>
      <PurchaseScreen key={partsId} partsId={partsId} />
    </SignedIn>
  )
}

/** Without a draft of this part and user, shows the part instead. */
function PurchaseScreen({ partsId }: { partsId: string }) {
  const { identity } = useSession()
  const [draft] = useState(() => identity && findDraft(partsId, identity.email, browserStorage))
  if (!identity || !draft) return <Navigate to={paths.part(partsId)} replace />
  return <PurchaseForm savedDraft={draft} identity={identity} />
}

function PurchaseForm({ savedDraft, identity }: { savedDraft: OrderDraft; identity: Identity }) {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(savedDraft)
  const [asksToConfirm, setAsksToConfirm] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const formElement = useRef<HTMLFormElement>(null)
  const { order } = draft
  const total = formatAmount(order.totalPrice)
  const price = formatUnitPrice(draft.restAvailable.price)
  const { form, prefillFailed } = useContactForm(savedDraft, identity.email)

  const keep = (changed: OrderDraft) => {
    setDraft(changed)
    updateDraft(changed, browserStorage)
  }

  const submit = useAction({
    send: (contact: Contact) => submitPurchase(draft, contact, { displayName: identity.displayName, keep }),
    onStart: () => setTrouble(undefined),
    onDone: (outcome) => {
      void readAgain(partCalls.one)
      if (outcome.kind === 'notEnough') setTrouble(messages.stockTooLow)
      if (outcome.kind === 'changed') {
        keep(outcome.draft)
        setAsksToConfirm(true)
      }
      if (outcome.kind !== 'placed') return
      forgetDraft(order.partsId, browserStorage)
      void readAgain(orderCalls.ofCustomer, orderCalls.all)
      toast.success(words.placed(outcome.order.name))
    },
    onDoneHere: (outcome) => {
      if (outcome.kind === 'placed') void navigate(paths.dashboard)
    },
    onFailed: (error) => {
      // The form is submitted again, because its fields may have changed.
      if (mayRetry(error)) toastFailure(error, () => formElement.current?.requestSubmit())
      else setTrouble(showRefusal(form, error, FORM_NAMES))
    },
  })
  const isPlaced = submit.answer?.kind === 'placed'
  const placeOrder = form.handleSubmit((contact) => {
    if (!isPlaced) submit.run(contact)
  })

  return (
    <Page title={words.title} width="narrow">
      <form
        ref={formElement}
        noValidate
        onSubmit={(event) => void placeOrder(event)}
        onChange={() => {
          const { phone, address } = form.getValues()
          keep({ ...draft, order: { ...order, phone: phone || undefined, address: address || undefined } })
        }}
        className="grid gap-5"
      >
        <Panel className="flex gap-4">
          <img src={imageAtWidth(order.img, 480)} alt="" width="96" height="72" className="h-18 w-24 rounded-box object-cover" />
          <p className="figures min-w-0">
            <strong>{order.name}</strong>
            <br />
            {words.summary(order.orderQuantity, price)}
          </p>
        </Panel>
        <TextField label={words.orderItem} value={order.name} readOnly />
        <TextField label={words.totalPrice} value={total} readOnly />
        <TextField label={words.name} value={identity.displayName} readOnly autoComplete="off" />
        <TextField label={words.email} value={identity.email} readOnly autoComplete="off" />
        <ContactFields form={form} />
        {prefillFailed && <p className="label-text">{words.profileUnread}</p>}
        {trouble && (
          <Notice
            tone="danger"
            action={
              <ButtonLink to={paths.part(order.partsId)} variant="secondary">
                {words.backToPart}
              </ButtonLink>
            }
          >
            {trouble}
          </Notice>
        )}
        <Button type="submit" busy={submit.isRunning} disabled={isPlaced}>
          {words.submit}
        </Button>
      </form>
      {asksToConfirm && (
        <ConfirmModal
          question={messages.totalChanged}
          tone="primary"
          onCancel={() => setAsksToConfirm(false)}
          onConfirm={() => {
            setAsksToConfirm(false)
            void placeOrder()
          }}
        >
          {words.newPrice({ pieces: order.orderQuantity, partName: order.name, total, price })}
        </ConfirmModal>
      )}
    </Page>
  )
}

/** Phone and address from the draft, otherwise from the profile. Fields that the user has changed are kept. */
function useContactForm({ order }: OrderDraft, email: string) {
  // Users can order although their profile cannot be read.
  const profile = useQuery({ ...readOf(userCalls.profile, { params: { email } }), retry: false })
  const withSaved = (known: Contact): Contact => ({
    phone: order.phone ?? known.phone,
    address: order.address ?? known.address,
  })
  const form = useForm<Contact>({
    defaultValues: withSaved({ phone: '', address: '' }),
    ...(profile.data && { values: withSaved(profile.data) }),
    resetOptions: { keepDirtyValues: true },
  })
  return { form, prefillFailed: profile.isError && !profile.data }
}
