import { memo, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { ShipDay } from '#app/parts/ship-day.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { quoteWords as words } from '#app/words/quote.ts'
import { formatAmount, formatUnitPrice } from '#contract/basics/figures.ts'
import { LineAnswer } from './line-answer.tsx'
import { isGiven, QUANTITY_LENGTH, type SheetLine } from '#readers/lists/lines.ts'
import type { Reading } from '#readers/lists/readings.ts'
import { PartCombobox } from './part-combobox.tsx'

/** Actions on a line; a stable object. */
export type RowActions = {
  write: (id: number, text: string) => void
  setQuantity: (id: number, quantity: string) => void
  choose: (id: number, partsId: string, text?: string) => void
  /** Interprets all quantities with two readings in this way; `done` is the message about it. */
  answerAll: (reading: Reading, done: string) => void
  /** Requests the lines without a part again. */
  askAgain: () => void
  select: (id: number, isSelected: boolean) => void
  remove: (id: number) => void
  /** @returns true if the text was imported as a list of lines. */
  paste: (id: number, text: string) => boolean
  /** Moves the focus by `by` lines, which may be negative. */
  move: (id: number, by: 1 | -1, field: LineField) => void
}

export type LineField = 'part' | 'quantity'

/** Element id of a line's field. */
export const fieldId = (id: number, field: LineField) => `quote-${field}-${id}`

/** Columns of the head and of each line. Fixed widths: what is typed in one line must not make the browser measure all others. */
export const LINE_COLUMNS = [
  'grid grid-cols-[3.5rem_minmax(0,0.9fr)_minmax(0,1.4fr)_6.5rem_5rem_7.5rem_5.25rem_2.25rem]',
  'gap-x-2.5 gap-y-0 px-2 py-1 border-b border-line',
].join(' ')
/** In a narrow window each line is a card, whose cells have their titles. */
const CARD = [
  'max-[56rem]:grid-cols-[3.25rem_minmax(0,1fr)_minmax(0,1fr)_auto] max-[56rem]:gap-x-3 max-[56rem]:gap-y-1 max-[56rem]:p-3',
  'max-[56rem]:border-x max-[56rem]:border-t max-[56rem]:rounded-box max-[56rem]:bg-surface',
].join(' ')
const TITLE = [
  'max-[56rem]:not-empty:before:label-text max-[56rem]:not-empty:before:block max-[56rem]:not-empty:before:font-normal',
  'max-[56rem]:not-empty:before:content-[attr(data-title)]',
].join(' ')
const FIGURE = 'leading-9 whitespace-nowrap figures min-[56rem]:row-1 min-[56rem]:text-end'

type QuoteRowProps = {
  line: SheetLine
  /** Number of the line, from 1. */
  number: number
  answer: QuoteLine | undefined
  /** Pieces of the same part in lines above. */
  before: number
  /** Lines whose quantity has two readings. */
  asking: number
  isSelected: boolean
  disabled: boolean
  actions: RowActions
}

/** A line: the buyer's input and the shop's answer. Memoised. */
export const QuoteRow = memo(function QuoteRow({ line, number, answer, before, asking, isSelected, disabled, actions }: QuoteRowProps) {
  const { id, text, quantity } = line
  const given = isGiven(line)
  // Incomplete input is not an error yet.
  const [isTyping, setIsTyping] = useState(false)
  const waits = given && answer === undefined
  const figureLook = `${TITLE} ${FIGURE} ${waits ? 'text-soft' : ''}`
  const answerId = `quote-answer-${id}`
  const figure = (value: number | null | undefined, shown: (figure: number) => ReactNode) =>
    typeof value === 'number' ? shown(value) : waits ? words.waiting : ''

  const onQuantityKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const field = event.key === 'Enter' ? 'part' : 'quantity'
    const by = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (by === undefined) return
    event.preventDefault()
    actions.move(id, by, field)
  }

  return (
    <tr
      className={`quote-row ${LINE_COLUMNS} ${CARD} min-[56rem]:last:border-b-0 min-[56rem]:focus-within:bg-canvas`}
      onBlur={() => setIsTyping(false)}
    >
      <td className="row-1 text-sm text-end text-soft figures max-[56rem]:row-2 max-[56rem]:col-1">
        <label className={`flex items-center ${given ? 'justify-between' : 'justify-end'} gap-1 min-h-9`}>
          {given && (
            <input
              type="checkbox"
              className="size-4.5 accent-accent"
              aria-label={words.selectLine(number)}
              disabled={disabled}
              checked={isSelected}
              onChange={({ target }) => actions.select(id, target.checked)}
            />
          )}
          <span>{number}</span>
        </label>
      </td>
      <td data-title={words.columns.part} className={`contents max-[56rem]:before:col-[2/-1] ${TITLE}`}>
        <PartCombobox
          id={fieldId(id, 'part')}
          label={words.partOf(number)}
          value={text}
          describedBy={answer ? answerId : undefined}
          invalid={!isTyping && answer !== undefined && answer.status !== 'matched' && answer.status !== 'quantity-unclear'}
          disabled={disabled}
          onWrite={(written) => {
            setIsTyping(true)
            actions.write(id, written)
          }}
          onPick={(part) => {
            actions.choose(id, part._id, part.name)
            focusField(id, 'quantity')
          }}
          onDone={() => focusField(id, 'quantity')}
          onMove={(by) => actions.move(id, by, 'part')}
          onPaste={(pasted) => actions.paste(id, pasted)}
        />
        {/* On a phone the answer has a line of its own, whose room is kept until it comes. */}
        {waits && (
          <span aria-hidden="true" className="col-[2/-1] py-2 text-sm text-soft min-[56rem]:hidden">
            {words.waiting}
          </span>
        )}
        {answer && (
          <LineAnswer
            id={answerId}
            answer={answer}
            number={number}
            before={before}
            isTyping={isTyping}
            listed={line.partsId === undefined ? undefined : line.listed}
            onRemembered={actions.askAgain}
            asking={asking}
            onAnswerAll={actions.answerAll}
            onChoose={({ partsId }) => {
              actions.choose(id, partsId)
              focusField(id, 'quantity')
            }}
            onQuantity={(pieces) => {
              actions.setQuantity(id, String(pieces))
              focusField(id, 'quantity')
            }}
          />
        )}
      </td>
      <td data-title={words.columns.quantity} className={`${TITLE} min-[56rem]:row-1 min-[56rem]:col-4 max-[56rem]:col-2`}>
        <input
          id={fieldId(id, 'quantity')}
          type="text"
          inputMode="numeric"
          // Room for '500 x 1,000'.
          className="control px-2 py-1 text-end figures min-[56rem]:min-h-9"
          autoComplete="off"
          maxLength={QUANTITY_LENGTH}
          placeholder="1000"
          aria-label={words.quantityOf(number)}
          aria-invalid={(!isTyping && answer?.status === 'quantity-unclear') || undefined}
          aria-describedby={answer ? answerId : undefined}
          disabled={disabled}
          value={quantity}
          onChange={(event) => {
            setIsTyping(true)
            actions.setQuantity(id, event.target.value)
          }}
          onKeyDown={onQuantityKey}
        />
      </td>
      <td data-title={words.columns.unitPrice} className={`${figureLook} min-[56rem]:col-5 max-[56rem]:col-[3/-1]`}>
        {figure(answer?.unitPrice, formatUnitPrice)}
      </td>
      <td data-title={words.columns.total} className={`${figureLook} font-[650] min-[56rem]:col-6 max-[56rem]:col-2`}>
        {figure(answer?.lineTotal, formatAmount)}
      </td>
      <td data-title={words.columns.shipsBy} className={`${figureLook} min-[56rem]:col-7 max-[56rem]:col-[3/-1]`}>
        {figure(answer?.leadDays, (days) => (
          <ShipDay leadDays={days} />
        ))}
      </td>
      <td className="row-1 col-8 max-[56rem]:row-2 max-[56rem]:col-4">
        {given && (
          <IconButton
            label={words.removeLine(number)}
            icon={<TrashIcon />}
            className="min-[56rem]:w-9 min-[56rem]:min-h-9"
            disabled={disabled}
            onClick={() => actions.remove(id)}
          />
        )}
      </td>
    </tr>
  )
})

export function focusField(id: number, field: LineField): boolean {
  const element = document.getElementById(fieldId(id, field))
  if (!(element instanceof HTMLInputElement)) return false
  element.focus()
  element.select()
  return true
}
