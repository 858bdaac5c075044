import { useState } from 'react'
import { formatAmount, formatCount, formatUnitPrice, placesOf } from '#contract/basics/figures.ts'
import { MAXIMUM_LEAD_DAYS, MAXIMUM_STOCK, STOCK_LEAD_DAYS, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { centsToDollars, parseUnitPrice, toCents, unitPriceToDollars, type Cents, type UnitPrice } from '#contract/basics/money.ts'
import { OFFER_DAYS, offerCalls, type NewOffer, type ShopQuote, type ShopQuoteLine } from '#contract/quotes/offers.ts'
import { totalOfLine } from '#contract/promises/releases.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { voidingCalls } from '#contract/quotes/voidings.ts'
import { ApiError, sentenceOf, sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { useConfirmedFall } from '#app/parts/confirm-fall.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckField, TextArea, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { sampleWords } from '#app/words/samples.ts'
import { quoteOfferWords as words } from '#app/words/quote-offers.ts'
import { OfferFreight, readFreight, typedFreight } from './offer-freight.tsx'

/** A line that can be offered: its typed pieces and price, and their values. */
type OfferedLine = ShopQuoteLine & {
  typed: Typed
  pieces: number | undefined
  price: UnitPrice | undefined
  /** Empty for the usual lead time. */
  days: number | '' | undefined
  usualDays: number | undefined
  change: (typed: Typed) => void
}
type Typed = { quantity: string; price: string; leadDays: string }

const isOfferable = ({ status, listPrice }: ShopQuoteLine) => status === 'matched' && listPrice !== null

const readPieces = (typed: string): number | undefined => {
  const pieces = readQuantity(typed)
  return pieces === undefined || pieces > MAXIMUM_STOCK ? undefined : pieces
}

const asQuoted = ({ quantity, unitPrice }: ShopQuoteLine): Typed => ({
  quantity: formatCount(quantity!),
  price: priceText(unitPrice!),
  leadDays: '',
}) // matched

/** As prices are written elsewhere, without their sign. */
const priceText = (dollars: number) => dollars.toFixed(placesOf([dollars]))

const readDays = (typed: string): number | '' | undefined => {
  if (typed === '') return ''
  return /^\d{1,3}$/.test(typed) && Number(typed) <= MAXIMUM_LEAD_DAYS ? Number(typed) : undefined
}

/** Special prices and terms for a quote, line by line, which become its next version. */
export function MakeOffer({ quote }: { quote: ShopQuote }) {
  const offerable = quote.lines.filter(isOfferable)
  const [typed, setTyped] = useState(() => new Map(offerable.map((line) => [line.row, asQuoted(line)])))
  const [terms, setTerms] = useState(quote.offer?.terms ?? '')
  const [freight, setFreight] = useState(() => typedFreight(quote.offer?.freight))
  const [days, setDays] = useState(String(OFFER_DAYS.usual))
  const [areSamples, setAreSamples] = useState(quote.sample ?? false)
  const [trouble, setTrouble] = useState<string>()
  const [missing, setMissing] = useState<{ sentences: string[]; offer: NewOffer }>()
  const fall = useConfirmedFall<NewOffer>()
  const sender = useIdempotentSender<NewOffer>()

  const wanted = (id: string | null) =>
    offerable.reduce((sum, { row, partsId }) => sum + (partsId === id ? (readPieces(typed.get(row)!.quantity) ?? 0) : 0), 0)
  const lines = offerable.map((line): OfferedLine => {
    const its = typed.get(line.row)!
    return {
      ...line,
      typed: its,
      pieces: readPieces(its.quantity),
      price: parseUnitPrice(its.price),
      days: readDays(its.leadDays.trim()),
      // As the shop fills them in.
      usualDays: wanted(line.partsId) > (line.available ?? 0) ? line.partLeadDays : STOCK_LEAD_DAYS,
      change: (changed) => setTyped((before) => new Map(before).set(line.row, changed)),
    }
  })
  const validDays = /^\d{1,3}$/.test(days) ? Number(days) : 0
  const daysFit = validDays >= OFFER_DAYS.min && validDays <= OFFER_DAYS.max
  const sum = sumOf(lines)
  const total = centsToDollars(sum ?? toCents(0))
  const isComplete =
    sum !== undefined && daysFit && readFreight(freight) !== undefined && lines.every(({ days: leadDays }) => leadDays !== undefined)

  const make = useAction({
    send: (offer: NewOffer) => sender(offer, (request) => callApi(offerCalls.make, { params: { id: quote._id }, ...request })),
    onStart: () => setTrouble(undefined),
    onDone: () => toast.success(words.sent),
    onRefused: (error, offer) => {
      if (error instanceof ApiError && error.code === 'STOCK_TOO_LOW') setMissing({ sentences: sentencesOf(error), offer })
      else if (!fall.asks(error, offer)) setTrouble(sentenceOf(error))
    },
    changes: [offerCalls.one, voidingCalls.all],
  })
  const submit = () =>
    make.run({
      version: quote.version,
      lines: lines.map(({ row, pieces, price, days: leadDays }) => ({
        row,
        quantity: pieces!, // complete
        unitPrice: unitPriceToDollars(price!),
        ...(typeof leadDays === 'number' && { leadDays }),
      })),
      terms: terms.trim(),
      ...readFreight(freight),
      validDays,
      total,
      ...(areSamples && { sample: true }),
    })

  if (offerable.length === 0) return <Notice tone="warning">{words.nothingToOffer}</Notice>
  return (
    <Panel>
      <form
        method="post"
        noValidate
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete) submit()
        }}
      >
        <div>
          <h3 className="text-lg">{words.makeTitle}</h3>
          <p className="max-w-prose text-soft">{words.makeLead}</p>
        </div>
        {offerable.length < quote.lines.length && <Notice tone="warning">{words.leftOut(quote.lines.length - offerable.length)}</Notice>}
        <Discount onApply={(percent) => setTyped(new Map(lines.map((line) => [line.row, discounted(line, percent)])))} />
        <Table caption={words.caption} columns={columns} rows={lines} rowKey={({ row }) => row} wide />
        <div className="grid max-w-prose gap-4">
          <TextArea
            label={words.termsLabel}
            hint={words.termsHint}
            rows={3}
            maxLength={TEXT_LIMITS.offerTerms}
            value={terms}
            onChange={({ target }) => setTerms(target.value)}
          />
          <OfferFreight typed={freight} onChange={setFreight} />
          <TextField
            label={words.validDays}
            inputMode="numeric"
            className="max-w-56"
            value={days}
            error={daysFit ? undefined : words.validDaysUnread}
            onChange={({ target }) => setDays(target.value.trim())}
          />
          <CheckField label={sampleWords.offered} checked={areSamples} onChange={({ target }) => setAreSamples(target.checked)} />
        </div>
        {isComplete && <p className="figures font-semibold">{words.newTotal(formatAmount(total), formatAmount(quote.listTotal))}</p>}
        {trouble && <Notice tone="danger">{trouble}</Notice>}
        <Button type="submit" className="justify-self-start" busy={make.isRunning} disabled={!isComplete}>
          {words.send(formatAmount(total))}
        </Button>
      </form>
      {fall.question((offer) => make.run({ ...offer, confirmed: true }))}
      {missing && (
        <ConfirmModal
          question={words.madeQuestion}
          tone="primary"
          onConfirm={() => {
            setMissing(undefined)
            make.run({ ...missing.offer, madeToOrder: true })
          }}
          onCancel={() => setMissing(undefined)}
        >
          {missing.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p className="mt-2">{words.madeToOrder}</p>
        </ConfirmModal>
      )}
    </Panel>
  )
}

/** In cents; undefined while a line cannot be read. */
function sumOf(lines: OfferedLine[]): Cents | undefined {
  let sum = 0
  for (const { pieces, price, releases } of lines) {
    if (pieces === undefined || price === undefined) return undefined
    sum += totalOfLine(price, pieces, releases)
  }
  return toCents(sum)
}

/** Below today's price of these pieces. */
function discounted({ typed, pieces, listPrice, unitPrice }: OfferedLine, percent: number): Typed {
  const price = Math.max(Math.round((listPrice ?? unitPrice!) * (100 - percent) * 100), 1) / 10_000 // in ten-thousandths of a dollar
  return { ...typed, quantity: pieces === undefined ? typed.quantity : formatCount(pieces), price: priceText(price) }
}

function Discount({ onApply }: { onApply: (percent: number) => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const apply = () => {
    const percent = Number(typed.replace(',', '.'))
    if (typed === '' || !(percent >= 0 && percent < 100)) setProblem(words.discountUnread)
    else onApply(percent)
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label={words.discount}
        inputMode="decimal"
        className="max-w-56"
        value={typed}
        error={problem}
        onChange={({ target }) => {
          setTyped(target.value.trim())
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <Button variant="secondary" onClick={apply}>
        {words.applyDiscount}
      </Button>
    </div>
  )
}

const columns: Column<OfferedLine>[] = [
  { title: words.columns.row, cell: ({ row }) => row },
  {
    title: words.columns.part,
    card: 'name',
    multiline: true,
    fills: true,
    cell: ({ name, partNumber }) => (
      <>
        <strong className="font-semibold">{name}</strong>
        <span className="label-text block">{partNumber}</span>
      </>
    ),
  },
  { title: words.columns.quoted, align: 'end', cell: ({ unitPrice }) => formatUnitPrice(unitPrice!) }, // matched
  { title: words.columns.list, align: 'end', cell: ({ listPrice }) => formatUnitPrice(listPrice!) }, // matched
  {
    title: words.columns.quantity,
    align: 'end',
    cell: (line) => (
      <>
        <Input
          line={line}
          field="quantity"
          label={words.quantityOf(line.row)}
          problem={line.pieces === undefined && words.quantityUnread}
        />
        {line.pieces !== undefined && line.available !== null && line.pieces > line.available && (
          <span className="block text-sm font-semibold text-warning">{words.inStock(line.available)}</span>
        )}
      </>
    ),
  },
  {
    title: words.columns.price,
    align: 'end',
    cell: (line) => (
      <Input line={line} field="price" label={words.priceOf(line.row)} problem={line.price === undefined && words.priceUnread} />
    ),
  },
  {
    title: words.columns.leadDays,
    align: 'end',
    cell: (line) => (
      <Input
        line={line}
        field="leadDays"
        label={words.leadDaysOf(line.row)}
        placeholder={line.usualDays?.toString()}
        problem={line.days === undefined && words.leadDaysUnread}
      />
    ),
  },
  {
    title: words.columns.total,
    align: 'end',
    cell: ({ pieces, price, releases }) =>
      pieces === undefined || price === undefined ? '–' : formatAmount(centsToDollars(totalOfLine(price, pieces, releases))),
  },
]

type InputProps = { line: OfferedLine; field: keyof Typed; label: string; placeholder?: string | undefined; problem: string | false }

const Input = ({ line: { typed, change }, field, label, placeholder, problem }: InputProps) => (
  <input
    className="control figures min-w-28 text-end"
    inputMode="decimal"
    aria-label={label}
    aria-invalid={problem !== false || undefined}
    title={problem || undefined}
    placeholder={placeholder}
    value={typed[field]}
    onChange={({ target }) => change({ ...typed, [field]: target.value })}
  />
)
