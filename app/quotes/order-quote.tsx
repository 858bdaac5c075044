import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { lastDay } from '#contract/promises/promise.ts'
import { quoteCalls, type Quote } from '#contract/quotes/quotes.ts'
import { taxCalls } from '#contract/payments/taxes.ts'
import { userCalls } from '#contract/people/users.ts'
import { offerCalls } from '#contract/quotes/offers.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { placeOf } from '#app/addresses/choose-address.tsx'
import { fieldsOf, showRefusal } from '#app/ui/form-fields.ts'
import { ChooseFreight } from '#app/freight/choose-freight.tsx'
import { SumWithFreight, sumOf } from '#app/freight/sum-with-freight.tsx'
import { accountsMissing, freightRefusals, useFreight } from '#app/freight/use-freight.ts'
import { useSession } from '#app/identity/session.tsx'
import { wishedDayProblem } from '#contract/orders/wished-day.ts'
import { useShopCalendar } from '#app/parts/ship-day.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ContactFields } from '#app/orders/contact-fields.tsx'
import type { Contact } from '#app/orders/submit-purchase.ts'
import { paths } from '#app/paths.ts'
import { useSumLimits } from '#app/payments/sum-limits.tsx'
import { readAgain, readOf } from '#app/api/queries.ts'
import { EditBilling } from '#app/taxes/edit-billing.tsx'
import { TaxFacts } from '#app/taxes/tax-facts.tsx'
import { useTaxPreview } from '#app/taxes/use-tax-preview.ts'
import { Button } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { purchaseWords } from '#app/words/purchase.ts'
import { quotesWords as words } from '#app/words/quotes.ts'
import { freightChoiceWords as freightWords } from '#app/words/freight-choice.ts'
import { taxWords } from '#app/words/tax.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { dollarsToCents } from '#contract/basics/money.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { orderLists } from '#app/orders/order-lists.ts'
import { QuoteBar } from './quote-bar.tsx'
import { LineAddresses, type Elsewhere } from './line-addresses.tsx'

/** Why the orders cannot be placed: a sentence, and one for each line with too little stock. */
type Trouble = { text: string; lines: string[] }

/**
 * Orders every line of a quote at its prices: one order each, all of them or none, paid together. Its summary with tax, company and what
 * orders stands `aside`, an element of the screen.
 */
export function OrderQuote({ quote, aside }: { quote: Quote; aside: HTMLElement | null }) {
  const formId = useId()
  const { identity } = useSession()
  const navigate = useNavigate()
  const [trouble, setTrouble] = useState<Trouble>()
  // What the buyer has seen of days: those of the lines, and those of a refusal.
  const [toldDay, setToldDay] = useState<string>()
  const shipBy = toldDay ?? lastDay(quote.lines.flatMap(({ promise }) => promise ?? []))
  const [chosenElsewhere, setElsewhere] = useState<Elsewhere>(new Map())
  const offered = quote.offer?.freight
  // The freight of an offer is that to one address.
  const elsewhere = offered ? NOWHERE : chosenElsewhere
  // Users can order although their profile cannot be read.
  const profile = useQuery({ ...readOf(userCalls.profile, { params: { email: identity?.email ?? '' } }), retry: false })
  const form = useForm<Contact>({
    defaultValues: { phone: '', address: '', wishedOn: '', reference: startOf(quote.name, TEXT_LIMITS.reference) },
    ...(profile.data && {
      values: { phone: profile.data.phone, address: profile.data.address, reference: startOf(quote.name, TEXT_LIMITS.reference) },
    }),
    resetOptions: { keepDirtyValues: true },
  })

  const [left, setLeft] = useState<string>()
  const [shipTo, country] = form.watch(['shipTo', 'country'])
  const address = left ?? form.formState.defaultValues?.address ?? ''
  const choices = useFreight({
    quote: { id: quote._id, version: quote.version },
    shipTo,
    country,
    address,
    elsewhere,
    // An offer says all that it costs: one that names no freight has none.
    disabled: quote.offer !== null,
  })
  const freight = offered ? { ...choices, total: offered.amount, isPlaced: true } : choices
  const hasFreight = freight.isOffered || offered !== undefined
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const { tax, seen } = useTaxPreview(
    quote.lines.map((line, index) => ({
      total: sumOf(line.lineTotal ?? 0, offered && index === 0 ? offered.amount : freight.carriedBy(index + 1)),
      shipTo: elsewhere.get(index + 1) ?? shipTo,
      country,
      address,
    })),
  )
  const net = sumOf(quote.total, freight.total ?? 0)

  const calendar = useShopCalendar()
  const order = useAction({
    send: ({ country: chosen, wishedOn, ...contact }: Contact) =>
      callApi(quoteCalls.order, {
        params: { id: quote._id },
        body: {
          version: quote.version,
          total: quote.total,
          ...contact,
          ...(wishedOn && { wishedOn }),
          ...(chosen && !contact.shipTo && { country: chosen }),
          ...(!freight.isNone && { amountDue: net }),
          ...(freight.isOffered && { freight: freight.wantedOf('') }),
          ...seen,
          ...(shipBy && { shipBy }),
          ...(elsewhere.size > 0 && {
            lines: Array.from(elsewhere, ([row, to]) => ({
              row,
              shipTo: placeOf(to),
              ...(freight.isOffered && { freight: freight.wantedFor(row) }),
            })),
          }),
        },
      }),
    onStart: () => {
      setTrouble(undefined)
      setProblems(new Map())
    },
    onDone: ({ orders }) => {
      toast.success(words.placed(quote.number))
      const [first] = orders
      void navigate(first ? paths.payment(first._id) : paths.dashboard)
    },
    onRefused: (error) => {
      const text = showRefusal(form, error)
      void readAgain(taxCalls.preview)
      freight.readAgain()
      if (error instanceof ApiError && error.currentShipBy) {
        setToldDay(error.currentShipBy)
        void readAgain(quoteCalls.one)
      }
      const refused = freightRefusals(error, freight)
      setProblems(refused)
      if (text !== undefined && (refused.size === 0 || !freight.isOffered)) setTrouble({ text, lines: refusedLines(error) })
    },
    changes: [quoteCalls.one, quoteCalls.mine, ...orderLists],
  })
  const ask = useAction({
    send: ({ address: to }: Contact) =>
      callApi(offerCalls.request, {
        params: { id: quote._id },
        body: { version: quote.version, text: startOf(freightWords.request(to), TEXT_LIMITS.quoteRequest) },
      }),
    onStart: () => setTrouble(undefined),
    onDone: () => toast.success(freightWords.asked),
    onRefused: (error) => setTrouble({ text: sentenceOf(error), lines: [] }),
    changes: [quoteCalls.one, quoteCalls.mine],
  })
  const sum = useSumLimits(tax?.due ?? net, words.aboveCardLimit)
  const submit = form.handleSubmit((contact) => {
    if (freight.isAsked) return ask.run(contact)
    const missing = accountsMissing(freight)
    setProblems(missing)
    if (missing.size === 0) order.run(contact)
  })
  // With tax and freight the sum depends on the address, which the form asks for.
  const isForm = sum.isPayable || Boolean(tax) || freight.isOffered
  const due = tax ? tax.due : net
  // Until the address is placed, or the shop has told the freight.
  const isOpen = hasFreight && (!freight.isPlaced || freight.total === undefined)

  const summary = (
    <>
      {(tax || hasFreight) && (
        <Panel className="panel-dense grid grid-cols-1 gap-4 min-w-0">
          {tax && <EditBilling />}
          <Facts>
            {hasFreight ? (
              <SumWithFreight goods={quote.total} freight={freight} tax={tax} />
            ) : (
              <>
                <Fact title={taxWords.net}>{formatAmount(quote.total)}</Fact>
                <TaxFacts tax={tax} />
              </>
            )}
          </Facts>
        </Panel>
      )}
      {sum.notice}
      {trouble && (
        <div ref={scrollThere}>
          <Notice tone="danger">
            <span>{trouble.text}</span>
            {trouble.lines.length > 0 && (
              <ul className="mt-2 list-disc pl-5">
                {trouble.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </Notice>
        </div>
      )}
      <QuoteBar
        given={quote.lines.length}
        total={dollarsToCents(due)!}
        {...(tax ? { title: taxWords.due } : hasFreight && { title: freightWords.toPay })}
      >
        {isForm &&
          (freight.isAsked ? (
            <Button key="ask" type="submit" form={formId} busy={ask.isRunning}>
              {freightWords.ask}
            </Button>
          ) : (
            <Button type="submit" form={formId} busy={order.isRunning} disabled={order.isDone || !sum.isPayable}>
              {(quote.offer === null ? words.placeOrders : words.acceptFor)(formatAmount(due))}
            </Button>
          ))}
      </QuoteBar>
    </>
  )

  return (
    <>
      {isForm && (
        <Panel>
          <form id={formId} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
            <div>
              <h3 className="text-lg">{quote.offer === null ? words.order : words.acceptOffer}</h3>
              <p className="figures text-soft">{words.orderLead(ordersOf(quote), isOpen ? undefined : formatAmount(due))}</p>
            </div>
            {/* The address stands beside phone and the field below it; the book from which it is chosen above all. */}
            <div className="grid items-start gap-5 lg:grid-cols-2 lg:[&>:first-child]:col-span-full lg:[&>.field:has(textarea)]:row-span-2">
              <ContactFields
                form={form}
                takesDefault
                asksCountry={Boolean(tax) || freight.isOffered}
                countryHint={freight.isOffered ? freightWords.countryHint : undefined}
                onAddress={setLeft}
                onChange={() => {}}
              />
              <TextField
                {...fieldsOf(form)('wishedOn', { validate: (day) => !day || (wishedDayProblem(day, calendar) ?? true) })}
                label={words.wishedOn}
                hint={shipBy ? words.wishedBeyondStockHint : words.wishedOnHint}
                type="date"
                min={calendar.today}
              />
            </div>
            {!offered && <LineAddresses lines={quote.lines} elsewhere={elsewhere} onChoose={setElsewhere} />}
            <ChooseFreight
              freight={freight}
              titleOf={({ rows }) => elsewhere.get(rows[0]!)?.city ?? freightWords.usualAddress}
              problems={problems}
            />
            {freight.isAsked && freight.isPlaced && <p className="label-text">{freightWords.askLead}</p>}
            {profile.isError && !profile.data && <p className="label-text">{purchaseWords.profileUnread}</p>}
          </form>
        </Panel>
      )}
      {aside && createPortal(summary, aside)}
    </>
  )
}

/** Orders that a quote becomes. */
const ordersOf = ({ lines }: Quote) => lines.reduce((sum, { releases }) => sum + (releases?.length ?? 1), 0)

const NOWHERE: Elsewhere = new Map()

/** Why nothing was ordered is seen wherever the button was pressed. */
const scrollThere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

/** The refused lines by their numbers, as the shop names them: `lines.3` is the third. */
function refusedLines(error: unknown): string[] {
  if (!(error instanceof ApiError)) return []
  return (error.fields ?? []).flatMap(({ field, message }) => {
    const row = /^lines\.(\d+)$/.exec(field)?.[1]
    return row === undefined ? [] : [words.refusedLine(Number(row), message)]
  })
}
