import { MINIMUM_ORDER } from '#contract/limits.ts'
import type { QuoteCandidate, QuoteLine } from '#contract/quotes.ts'
import { AlertIcon, CheckIcon, InfoIcon } from '#app/ui/icons.tsx'
import { quoteWords as words } from '#app/words/quote.ts'
import { suggestionWords } from '#app/words/suggestions.ts'
import { formatAmount, formatCount, formatUnitPrice } from '#contract/figures.ts'
import { AskForPieces } from '#app/quotes/ask-for-pieces.tsx'
import { stockText } from '#app/parts/part-option.tsx'
import { isAboveStock, isRaised, needsAttention } from './sheet-figures.ts'

type LineAnswerProps = {
  id: string
  answer: QuoteLine
  /** Number of the line, from 1. */
  number: number
  /** Pieces of the same part in lines above. */
  before: number
  /** Hides what is wrong with the line, which changes with each key. */
  isTyping: boolean
  onChoose: (candidate: QuoteCandidate) => void
  onQuantity: (quantity: number) => void
}

/** The shop's answer to a line: its part in one line with the rest on demand, and what has to be decided. */
export function LineAnswer({ id, answer, number, before, isTyping, onChoose, onQuantity }: LineAnswerProps) {
  const isChoice = answer.status === 'ambiguous' || answer.status === 'unknown'
  return (
    <div id={id} className="line-answer" data-tone={needsAttention(answer, before) ? 'warning' : undefined}>
      {answer.partNumber !== null && <PartFacts answer={answer} onQuantity={onQuantity} />}
      {!isTyping && answer.status === 'quantity-unclear' && <Remark tone="warning">{words.unclear}</Remark>}
      {!isTyping && isChoice && <Candidates answer={answer} number={number} onChoose={onChoose} />}
      {!isTyping && isAboveStock(answer, before) && <AboveStock answer={answer} before={before} onQuantity={onQuantity} />}
    </div>
  )
}

const icons = { info: InfoIcon, warning: AlertIcon, success: CheckIcon }

function Remark({ tone, children }: { tone: 'info' | 'warning' | 'success'; children: React.ReactNode }) {
  const Icon = icons[tone]
  return (
    <p className={`line-remark line-remark-${tone}`}>
      <Icon />
      <span>{children}</span>
    </p>
  )
}

function PartFacts({ answer, onQuantity }: Pick<LineAnswerProps, 'answer' | 'onQuantity'>) {
  const { partNumber, name, text, available, priceBreaks, quantity, leadDays, betterBuy } = answer
  const brief = (
    <>
      <CheckIcon />
      <span className="line-brief">
        <span className="line-number">{name === text ? partNumber : name}</span>
        {isRaised(answer) && <> · {words.isRaised}</>}
        {betterBuy && <span className="text-success"> · {words.hasBetter(formatCount(betterBuy.quantity))}</span>}
        {available !== null && <> · {stockText(available)}</>}
      </span>
    </>
  )
  return (
    <details className="line-more figures">
      <summary className="line-facts">{brief}</summary>
      <p className="line-detail">
        {partNumber}
        {leadDays !== null && <> · {words.leadDays(leadDays)}</>}
      </p>
      {priceBreaks.length > 0 && (
        <p className="line-detail line-ladder">
          <span className="sr-only">{words.ladderOf}</span>
          {priceBreaks.map(({ from, price }) => (
            <span key={from} className="line-step" data-reached={(quantity ?? 0) >= from || undefined}>
              {words.ladder(formatCount(from), formatUnitPrice(price))}
            </span>
          ))}
        </p>
      )}
      {isRaised(answer) && <Remark tone="info">{words.raised(answer.asked)}</Remark>}
      <BetterBuy answer={answer} onQuantity={onQuantity} />
    </details>
  )
}

function AboveStock({ answer, before, onQuantity }: Pick<LineAnswerProps, 'answer' | 'before' | 'onQuantity'>) {
  const available = answer.available ?? 0
  const left = Math.max(available - before, 0)
  const sentence =
    left === 0
      ? words.nothingLeft
      : before > 0
        ? words.aboveStockTogether(formatCount(left), formatCount(available))
        : words.aboveStock(formatCount(available))
  return (
    <Remark tone="warning">
      {sentence}{' '}
      {left >= MINIMUM_ORDER && (
        <button type="button" className="line-action" onClick={() => onQuantity(left)}>
          {words.takeStock(formatCount(left))}
        </button>
      )}{' '}
      <AskForPieces part={[answer.name, answer.partNumber].filter(Boolean).join(', ')} pieces={piecesOf(answer)} />
    </Remark>
  )
}

const piecesOf = ({ quantity, asked }: QuoteLine) => (quantity === null ? asked : formatCount(quantity))

function BetterBuy({ answer, onQuantity }: Pick<LineAnswerProps, 'answer' | 'onQuantity'>) {
  const { betterBuy, quantity, lineTotal } = answer
  if (!betterBuy) return null
  const say = betterBuy.costsLess ? words.costsLess : words.costsLittleMore
  return (
    <Remark tone="success">
      {say(formatCount(betterBuy.quantity), formatAmount(betterBuy.total), formatCount(quantity ?? 0), formatAmount(lineTotal ?? 0))}{' '}
      <button type="button" className="line-action" onClick={() => onQuantity(betterBuy.quantity)}>
        {words.takeBetter(formatCount(betterBuy.quantity))}
      </button>
    </Remark>
  )
}

function Candidates({ answer, number, onChoose }: Pick<LineAnswerProps, 'answer' | 'number' | 'onChoose'>) {
  const { candidates, status, text, notes } = answer
  if (candidates.length === 0) {
    return (
      <Remark tone="warning">
        {text.trim() === '' ? (
          words.emptyPart
        ) : (
          <>
            {words.unknownAlone} <AskForPieces part={text} pieces={piecesOf(answer)} />
          </>
        )}
      </Remark>
    )
  }
  const several = candidates.length > 1 ? words.ambiguous : words.ambiguousOne
  const lead = notes.includes('no-longer-sold') ? words.noLongerSold : status === 'ambiguous' ? several : words.unknown
  return (
    <>
      <Remark tone="warning">{lead}</Remark>
      <ul className="line-candidates">
        {candidates.map((candidate) => (
          <li key={candidate.partsId}>
            <button type="button" className="line-candidate" onClick={() => onChoose(candidate)}>
              <span>
                {candidate.name}
                <span className="sr-only">{words.choose(number)}</span>
              </span>
              <span className="label-text figures">
                {suggestionWords.facts(candidate.partNumber, formatUnitPrice(candidate.price), stockText(candidate.available))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
