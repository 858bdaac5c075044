import { useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import { formatAmount, formatUnitPrice } from '#contract/basics/figures.ts'
import { MAXIMUM_ORDERED_LINES, MAXIMUM_STOCK, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { centsToDollars, parseUnitPrice, toCents, totalOf, unitPriceToDollars, type UnitPrice } from '#contract/basics/money.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { partFactCalls } from '#contract/parts/part-facts.ts'
import { partCalls, type Part } from '#contract/parts/parts.ts'
import { offerPriceAt, type PriceBreak } from '#contract/parts/pricing.ts'
import { contactCalls, type ContactMessage } from '#contract/people/contact.ts'
import { messageAnswerCalls, type MessageAnswer } from '#contract/quotes/message-answers.ts'
import { OFFER_DAYS } from '#contract/quotes/offers.ts'
import { voidingCalls } from '#contract/quotes/voidings.ts'
import { ApiError, sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { readOf } from '#app/api/queries.ts'
import { useAction } from '#app/api/use-action.ts'
import { useConfirmedFall } from '#app/parts/confirm-fall.tsx'
import { PartField } from '#app/parts/part-field.tsx'
import { OfferFreight, readFreight, typedFreight } from '#app/quotes/offer-freight.tsx'
import { Button } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { toast } from '#app/ui/toast.ts'
import { answerMessageWords as words } from '#app/words/answer-message.ts'
import { quoteOfferWords } from '#app/words/quote-offers.ts'

/** Answers a message with a quote at prices that the admin types. */
export const AnswerWithQuote = ({ message }: { message: ContactMessage }) => (
  <DialogButton renderDialog={(onClose) => <AnswerDialog message={message} onClose={onClose} />}>{words.open}</DialogButton>
)

/** A line as it is typed; an empty price is today's. */
type Typed = { key: number; text: string; partsId: string | undefined; pieces: string; price: string }
const newLine = (key: number): Typed => ({ key, text: '', partsId: undefined, pieces: '', price: '' })

type Line = Typed & {
  row: number
  part: Part | undefined
  quantity: number | undefined
  today: UnitPrice | undefined
  unit: UnitPrice | undefined
}

function readLine(typed: Typed, index: number, part: Part | undefined, smallPrices: readonly PriceBreak[] | null | undefined): Line {
  const read = typed.pieces.trim() === '' ? undefined : readQuantity(typed.pieces)
  const quantity = read !== undefined && read <= MAXIMUM_STOCK ? read : undefined
  const today = part && quantity !== undefined ? offerPriceAt({ ...part, smallPrices }, quantity) : undefined
  return { ...typed, row: index + 1, part, quantity, today, unit: typed.price.trim() === '' ? today : parseUnitPrice(typed.price) }
}

function AnswerDialog({ message: { _id: id, name, email }, onClose }: { message: ContactMessage; onClose: () => void }) {
  const [typed, setTyped] = useState<Typed[]>([newLine(0)])
  const [terms, setTerms] = useState('')
  const [freight, setFreight] = useState(() => typedFreight())
  const [days, setDays] = useState(String(OFFER_DAYS.usual))
  const [isChecked, setIsChecked] = useState(false)
  const [refusal, setRefusal] = useState<string[]>()
  const [missing, setMissing] = useState<{ sentences: string[]; answer: MessageAnswer }>()
  const fall = useConfirmedFall<MessageAnswer>()
  const sender = useIdempotentSender<MessageAnswer>()

  const chosen = [...new Set(typed.flatMap(({ partsId }) => partsId ?? []))]
  const parts = useQueries({ queries: chosen.map((partsId) => readOf(partCalls.one, { params: { id: partsId } })) })
  const partOf = (partsId: string | undefined) => parts.find(({ data }) => data?._id === partsId)?.data
  // What fewer pieces than the minimum cost is none of what a list of parts says.
  const facts = useQueries({ queries: chosen.map((partsId) => readOf(partFactCalls.one, { params: { id: partsId } })) })
  const smallOf = (partsId: string | undefined) => facts[chosen.indexOf(partsId ?? '')]?.data?.smallPrices
  const lines = typed.map((line, index) => readLine(line, index, partOf(line.partsId), smallOf(line.partsId)))
  const validDays = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0
  const daysFit = validDays >= OFFER_DAYS.min && validDays <= OFFER_DAYS.max
  const isComplete = daysFit && readFreight(freight) !== undefined && lines.every(({ part, unit }) => part && unit !== undefined)
  const total = centsToDollars(
    toCents(
      lines.reduce((sum, { unit, quantity }) => sum + (unit === undefined || quantity === undefined ? 0 : totalOf(unit, quantity)), 0),
    ),
  )

  const answer = useAction({
    send: (body: MessageAnswer) => sender(body, (request) => callApi(messageAnswerCalls.quote, { params: { id }, ...request })),
    onStart: () => setRefusal(undefined),
    onDone: ({ number, hasAccount }) => {
      toast.success(words.sent(number, hasAccount))
      onClose()
    },
    onRefused: (error, body) => {
      if (error instanceof ApiError && error.code === 'STOCK_TOO_LOW') setMissing({ sentences: sentencesOf(error), answer: body })
      else if (!fall.asks(error, body)) setRefusal(sentencesOf(error))
    },
    changes: [contactCalls.page, contactCalls.one, voidingCalls.all],
  })
  const submit = () => {
    setIsChecked(true)
    if (!isComplete) return
    answer.run({
      lines: lines.map(({ part, quantity, unit }) => ({
        partsId: part!._id, // complete
        quantity: quantity!,
        unitPrice: unitPriceToDollars(unit!),
      })),
      terms: terms.trim(),
      ...readFreight(freight),
      validDays,
      total,
    })
  }
  const change = (key: number, changes: Partial<Typed>) =>
    setTyped((before) => before.map((line) => (line.key === key ? { ...line, ...changes } : line)))

  return (
    <FormDialog
      title={words.title(name)}
      lead={words.lead(email)}
      submit={words.send}
      action={{ isRunning: answer.isRunning, refusal }}
      wide="table"
      asksBeforeClosing={typed.some(({ text }) => text !== '') || terms !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {lines.map((line) => (
        <fieldset key={line.key} className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_8rem_auto]">
          <legend className="sr-only">{words.line(line.row)}</legend>
          <PartField
            label={words.part(line.row)}
            hint={line.part && words.inStock(line.part.available)}
            error={isChecked && !line.part ? words.choose : undefined}
            text={line.text}
            onType={(text) => change(line.key, { text, partsId: undefined })}
            onPick={(part) => change(line.key, { text: `${part.name}, ${part.partNumber}`, partsId: part._id })}
          />
          <TextField
            label={words.pieces(line.row)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={15}
            value={line.pieces}
            error={isChecked && line.quantity === undefined ? words.piecesUnread : undefined}
            onChange={({ target }) => change(line.key, { pieces: target.value })}
          />
          <TextField
            label={words.price(line.row)}
            hint={line.today === undefined ? undefined : words.today(formatUnitPrice(unitPriceToDollars(line.today)))}
            inputMode="decimal"
            autoComplete="off"
            maxLength={15}
            value={line.price}
            error={isChecked && line.unit === undefined && line.price.trim() !== '' ? words.priceUnread : undefined}
            onChange={({ target }) => change(line.key, { price: target.value })}
          />
          {typed.length > 1 && (
            <Button variant="ghost" className="sm:mt-6" onClick={() => setTyped((before) => before.filter(({ key }) => key !== line.key))}>
              {words.remove(line.row)}
            </Button>
          )}
        </fieldset>
      ))}
      {typed.length < MAXIMUM_ORDERED_LINES && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setTyped((before) => [...before, newLine(before.at(-1)!.key + 1)])} // there is always a line
        >
          {words.add}
        </Button>
      )}
      <TextArea
        label={quoteOfferWords.termsLabel}
        hint={quoteOfferWords.termsHint}
        rows={3}
        maxLength={TEXT_LIMITS.offerTerms}
        value={terms}
        onChange={({ target }) => setTerms(target.value)}
      />
      <OfferFreight typed={freight} onChange={setFreight} />
      <TextField
        label={quoteOfferWords.validDays}
        inputMode="numeric"
        className="max-w-56"
        value={days}
        error={daysFit ? undefined : quoteOfferWords.validDaysUnread}
        onChange={({ target }) => setDays(target.value.trim())}
      />
      <p className="figures font-semibold">{words.total(formatAmount(total))}</p>
      {fall.question((body) => answer.run({ ...body, confirmed: true }))}
      {missing && (
        <ConfirmModal
          question={quoteOfferWords.madeQuestion}
          tone="primary"
          onConfirm={() => {
            setMissing(undefined)
            answer.run({ ...missing.answer, madeToOrder: true })
          }}
          onCancel={() => setMissing(undefined)}
        >
          {missing.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p className="mt-2">{quoteOfferWords.madeToOrder}</p>
        </ConfirmModal>
      )}
    </FormDialog>
  )
}
