import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Navigate, useNavigate, useParams } from 'react-router'
import { imageAtWidth } from '#contract/parts/images.ts'
import { STOCK_LEAD_DAYS, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { formatAmount, formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { offerCalls } from '#contract/quotes/offers.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { taxCalls } from '#contract/payments/taxes.ts'
import { userCalls, type Identity } from '#contract/people/users.ts'
import { orderLists } from '#app/orders/order-lists.ts'
import { toastFailure } from '#app/ui/failure.tsx'
import { showRefusal } from '#app/ui/form-fields.ts'
import { sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { ChooseFreight } from '#app/freight/choose-freight.tsx'
import { SumWithFreight, sumOf } from '#app/freight/sum-with-freight.tsx'
import { accountsMissing, freightRefusals, useFreight } from '#app/freight/use-freight.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { SignedIn } from '#app/identity/guards.tsx'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { mayRetry } from '#app/api/may-retry.ts'
import { ContactFields } from '#app/orders/contact-fields.tsx'
import { findDraft, forgetDraft, updateDraft, withQuantity, type OrderDraft } from '#app/orders/order-draft.ts'
import { submitPurchase, type Contact } from '#app/orders/submit-purchase.ts'
import { PackHint } from '#app/parts/pack-hint.tsx'
import { QuantityField } from '#app/parts/quantity-field.tsx'
import { quantityProblem, readQuantity } from '#app/parts/quantity.ts'
import { ShipDay } from '#app/parts/ship-day.tsx'
import { paths } from '#app/paths.ts'
import { useSumLimits } from '#app/payments/sum-limits.tsx'
import { readAgain, readOf } from '#app/api/queries.ts'
import { EditBilling } from '#app/taxes/edit-billing.tsx'
import { TaxFacts } from '#app/taxes/tax-facts.tsx'
import { useTaxPreview } from '#app/taxes/use-tax-preview.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { freightChoiceWords as freightWords } from '#app/words/freight-choice.ts'
import { layoutWords } from '#app/words/layout.ts'
import { purchaseSteps, purchaseWords as words } from '#app/words/purchase.ts'
import { shipDayWords } from '#app/words/ship-day.ts'
import { taxWords } from '#app/words/tax.ts'

/** Names in the form of the fields of the call. */
const FORM_NAMES = {
  'orderItem.phone': 'phone',
  'orderItem.address': 'address',
  'orderItem.country': 'country',
  'orderItem.reference': 'reference',
} as const

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
  const [openedAt] = useState(() => new Date())
  const [asksToConfirm, setAsksToConfirm] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const formElement = useRef<HTMLFormElement>(null)
  const { order } = draft
  const total = formatAmount(order.totalPrice)
  const price = formatUnitPrice(draft.restAvailable.price)
  const { form, prefillFailed } = useContactForm(savedDraft, identity.email)
  const [left, setLeft] = useState<string>()
  const [shipTo, country] = form.watch(['shipTo', 'country'])
  const to = left ?? form.formState.defaultValues?.address ?? ''
  const freight = useFreight({
    lines: [{ partsId: order.partsId, quantity: order.orderQuantity, total: order.totalPrice }],
    shipTo,
    country,
    address: to,
  })
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const net = sumOf(order.totalPrice, freight.total ?? 0)
  const { tax, seen } = useTaxPreview([{ total: net, shipTo, country, address: to }])

  const sum = useSumLimits(tax?.due ?? net, messages.totalAboveCardLimit)

  const keep = (changed: OrderDraft) => {
    setDraft(changed)
    updateDraft(changed, browserStorage)
  }

  const submit = useAction({
    send: (contact: Contact) => submitPurchase(draft, contact, { displayName: identity.displayName, keep }),
    onStart: () => {
      setTrouble(undefined)
      setProblems(new Map())
    },
    onDone: (outcome) => {
      void readAgain(partCalls.one)
      if (outcome.kind === 'notEnough') setTrouble(messages.stockTooLow)
      if (outcome.kind === 'changed') {
        keep(outcome.draft)
        void readAgain(taxCalls.preview)
        freight.readAgain()
        setAsksToConfirm(true)
      }
      if (outcome.kind !== 'placed') return
      forgetDraft(order.partsId, browserStorage)
      void readAgain(...orderLists)
      toast.success(words.placed(outcome.order.name))
    },
    onDoneHere: (outcome) => {
      if (outcome.kind === 'placed') void navigate(paths.dashboard)
    },
    onFailed: (error) => {
      // The form is submitted again, because its fields may have changed.
      if (mayRetry(error)) return toastFailure(error, () => formElement.current?.requestSubmit())
      const sentence = showRefusal(form, error, FORM_NAMES)
      const refused = freightRefusals(error, freight)
      setProblems(refused)
      freight.readAgain()
      if (refused.size === 0 || !freight.isOffered) setTrouble(sentence)
    },
  })
  const ask = useAction({
    send: async (contact: Contact) => {
      const quote = await callApi(quoteCalls.save, {
        body: { lines: [{ text: order.name, quantity: order.orderQuantity, partsId: order.partsId }] },
      })
      const text = startOf(freightWords.request(contact.address), TEXT_LIMITS.quoteRequest)
      await callApi(offerCalls.request, { params: { id: quote._id }, body: { version: quote.version, text } })
      return quote
    },
    onStart: () => setTrouble(undefined),
    onDoneHere: (quote) => {
      toast.success(freightWords.asked)
      void navigate(paths.quoteOne(quote._id))
    },
    onRefused: (error) => setTrouble(sentenceOf(error)),
    changes: [quoteCalls.mine],
  })
  const isPlaced = submit.answer?.kind === 'placed'
  const placeOrder = form.handleSubmit((contact) => {
    if (freight.isAsked) return ask.run(contact)
    const missing = accountsMissing(freight)
    setProblems(missing)
    if (isPlaced || missing.size > 0) return
    submit.run({
      ...contact,
      ...(!freight.isNone && { amountDue: net }),
      ...(freight.isOffered && { freight: freight.wantedOf('') }),
      ...seen,
    })
  })

  const keepContact = () => {
    const { phone, address, reference } = form.getValues()
    keep({ ...draft, order: { ...order, phone: phone || undefined, address: address || undefined, reference: reference || undefined } })
  }

  const quantityInput = useRef<HTMLInputElement>(null)
  const pieces = useChosenPieces(draft, keep)

  return (
    <div className="shell py-3 pb-10 lg:pb-14">
      <Breadcrumb
        above={[
          { to: paths.inventory, label: layoutWords.allParts },
          { to: paths.part(order.partsId), label: order.name },
        ]}
        here={words.title}
      />
      <h1 className="mt-1 text-2xl">{words.title}</h1>
      <Steps label={words.stepsLabel} steps={purchaseSteps(paths.part(order.partsId))} current={1} />
      {/* The bar at its foot stays in sight beside all that stands above it, and covers no field that has the focus. */}
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-2 lg:items-start lg:gap-10 [&_.control]:scroll-mb-24">
        <Panel>
          <div className="flex items-start gap-4">
            <img
              src={imageAtWidth(order.img, 480)}
              alt=""
              width="128"
              height="96"
              className="h-18 w-24 rounded-box object-cover sm:h-24 sm:w-32"
            />
            <Facts className="min-w-0 grow">
              <Fact title={words.orderItem}>{order.name}</Fact>
              <Fact title={words.unitPrice}>{price}</Fact>
              <Fact title={shipDayWords.shipsBy}>
                <ShipDay leadDays={STOCK_LEAD_DAYS} ifPaidToday />
              </Fact>
              {!pieces.canChange && <Fact title={words.pieces}>{formatCount(order.orderQuantity)}</Fact>}
            </Facts>
          </div>
          {pieces.canChange && (
            <div className="pt-4 pb-3">
              <QuantityField
                ref={quantityInput}
                typed={pieces.typed}
                onType={pieces.choose}
                available={pieces.available}
                rule={pieces.rule}
              />
              {pieces.rule && !pieces.problem && (
                <PackHint
                  part={pieces.rule}
                  pack={pieces.rule}
                  quantity={order.orderQuantity}
                  onTake={(more) => {
                    pieces.choose(String(more))
                    // The pressed button disappears with its hint.
                    quantityInput.current?.focus()
                  }}
                />
              )}
            </div>
          )}
          <Facts className="text-lg">
            {freight.isOffered ? (
              <SumWithFreight goods={order.totalPrice} freight={freight} tax={tax} />
            ) : (
              <>
                <Fact title={words.totalPrice}>{total}</Fact>
                <TaxFacts tax={tax} />
              </>
            )}
          </Facts>
          {/* Beside the form of the order, since its dialog has a separate form. */}
          {tax && <EditBilling />}
          {sum.notice}
          <p className="label-text">
            {order.heldUntil && new Date(order.heldUntil) > openedAt ? (
              <span>
                {words.reservedUntil} <Time value={order.heldUntil} dateless />
              </span>
            ) : (
              <span>{words.reservedAtSubmit}</span>
            )}
          </p>
        </Panel>
        <form
          ref={formElement}
          noValidate
          className="contents lg:grid lg:gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (pieces.problem) quantityInput.current?.focus()
            else void placeOrder(event)
          }}
          onChange={keepContact}
        >
          <Facts>
            <Fact title={words.name}>{identity.displayName}</Fact>
            <Fact title={words.email}>{identity.email}</Fact>
          </Facts>
          <ContactFields
            form={form}
            takesDefault={!order.address}
            asksCountry={Boolean(tax) || freight.isOffered}
            countryHint={freight.isOffered ? freightWords.countryHint : undefined}
            onAddress={setLeft}
            onChange={keepContact}
          />
          <ChooseFreight freight={freight} problems={problems} />
          {freight.isAsked && freight.isPlaced && <p className="label-text">{freightWords.askLead}</p>}
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
          <div className="foot-bar">
            {freight.isAsked ? (
              <Button key="ask" type="submit" className="w-full" busy={ask.isRunning}>
                {freightWords.ask}
              </Button>
            ) : (
              <Button type="submit" className="w-full" busy={submit.isRunning} disabled={isPlaced || !sum.isPayable}>
                {words.submit}
              </Button>
            )}
          </div>
        </form>
      </div>
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
          {[
            words.newPrice({ pieces: order.orderQuantity, partName: order.name, total, price }),
            ...(tax ? [taxWords.dueNow(formatAmount(tax.due))] : freight.isOffered ? [freightWords.dueNow(formatAmount(net))] : []),
          ].join(' ')}
        </ConfirmModal>
      )}
    </div>
  )
}

/** Phone and address from the draft, otherwise from the profile. Fields that the user has changed are kept. */
function useContactForm({ order }: OrderDraft, email: string) {
  // Users can order although their profile cannot be read.
  const profile = useQuery({ ...readOf(userCalls.profile, { params: { email } }), retry: false })
  const withSaved = (known: Contact): Contact => ({
    phone: order.phone ?? known.phone,
    address: order.address ?? known.address,
    reference: order.reference ?? '',
  })
  const form = useForm<Contact>({
    defaultValues: withSaved({ phone: '', address: '' }),
    ...(profile.data && { values: withSaved(profile.data) }),
    // A form that was submitted before the profile was loaded keeps the messages under its fields.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  return { form, prefillFailed: profile.isError && !profile.data }
}

/**
 * The pieces, which can be changed until they are reserved. From then on the order may have been placed although its
 * answer was lost: submitting again must ask for the same order.
 */
function useChosenPieces(draft: OrderDraft, keep: (changed: OrderDraft) => void) {
  const { order } = draft
  const part = useQuery(readOf(partCalls.one, { params: { id: order.partsId } }))
  const [typed, setTyped] = useState(String(order.orderQuantity))
  const canChange = !order.holdId && !part.isError
  const available = part.data?.available ?? order.orderQuantity + draft.restAvailable.available
  const choose = (text: string) => {
    if (!part.data) return
    setTyped(text)
    if (!quantityProblem(text, available, part.data)) keep(withQuantity(draft, part.data, readQuantity(text)))
  }
  return { typed, available, canChange, choose, rule: part.data, problem: canChange && quantityProblem(typed, available, part.data) }
}
