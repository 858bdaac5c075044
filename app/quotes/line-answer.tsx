import { Suspense } from 'react'
import { MINIMUM_ORDER } from '#contract/basics/limits.ts'
import type { QuoteCandidate, QuoteLine } from '#contract/quotes/quotes.ts'
import { inPacks, packsOf } from '#contract/parts/packs.ts'
import { promiseText } from '#contract/promises/promise-text.ts'
import { AlertIcon, CheckIcon, InfoIcon } from '#app/ui/icons.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { packWords } from '#app/words/packs.ts'
import { quoteWords as words } from '#app/words/quote.ts'
import { releaseWords } from '#app/words/releases.ts'
import { suggestionWords } from '#app/words/suggestions.ts'
import { formatAmount, formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { AskForPieces, AskForUnknown } from '#app/quotes/ask-for-pieces.tsx'
import { stockText } from '#app/parts/part-option.tsx'
import { readingsOf, type Reading } from '#readers/lists/readings.ts'
import { isAboveStock, isRaised, needsAttention } from './sheet-figures.ts'

const RememberNumber = lazyPart(async () => (await import('#app/customer-part-numbers/remember-number.tsx')).RememberNumber)
const ReleasesOfLine = lazyPart(async () => (await import('./releases-of-line.tsx')).ReleasesOfLine)
const LineQuestion = lazyPart(async () => (await import('./line-question.tsx')).LineQuestion)

type LineAnswerProps = {
  id: string
  answer: QuoteLine
  /** Number of the line, from 1. */
  number: number
  /** Pieces of the same part in lines above. */
  before: number
  /** Hides problems of the line, which change with each key press. */
  isTyping: boolean
  /** The text in the buyer's list, where the buyer has chosen the part. */
  listed: string | undefined
  onRemembered: () => void
  onChoose: (candidate: QuoteCandidate) => void
  onQuantity: (quantity: number | string) => void
  /** Lines of the list whose quantity has two readings. */
  asking: number
  onAnswerAll: (reading: Reading, done: string) => void
}

/** The shop's answer to a line: its part in one line with the rest on demand, and open decisions. */
export function LineAnswer({
  id,
  answer,
  number,
  before,
  isTyping,
  listed,
  onRemembered,
  onChoose,
  onQuantity,
  asking,
  onAnswerAll,
}: LineAnswerProps) {
  const own = listed === undefined ? undefined : ownWord(answer, listed)
  const isWell = !needsAttention(answer, before)
  const isChoice = answer.status === 'ambiguous' || answer.status === 'unknown'
  return (
    <div id={id} className="contents">
      {answer.partNumber !== null && <PartFacts answer={answer} isWell={isWell} onQuantity={onQuantity} />}
      {!isTyping && own !== undefined && answer.partNumber !== null && (
        <Remark tone="info">
          <Suspense>
            <RememberNumber text={own} partNumber={answer.partNumber} line={number} onRemembered={onRemembered} />
          </Suspense>
        </Remark>
      )}
      {!isTyping && answer.status === 'quantity-unclear' && (
        <Unclear answer={answer} number={number} asking={asking} onQuantity={onQuantity} onAnswerAll={onAnswerAll} />
      )}
      {!isTyping && isChoice && <Candidates answer={answer} number={number} onChoose={onChoose} />}
      {!isTyping && answer.releases && (
        <Remark tone="info">
          <Suspense>
            <ReleasesOfLine releases={answer.releases} />
          </Suspense>
          <span>{releaseWords.keptInSheet}</span>
        </Remark>
      )}
      {!isTyping && answer.promise && !answer.releases && <Remark tone="info">{words.leaves(promiseText(answer.promise))}</Remark>}
      {!isTyping && answer.packs && <WholePacks packs={answer.packs} onQuantity={onQuantity} />}
      {!isTyping && isAboveStock(answer, before) && <AboveStock answer={answer} before={before} onQuantity={onQuantity} />}
    </div>
  )
}

/** The buyer's name of the part, if it differs from the shop's. */
const ownWord = ({ text, name, partNumber }: QuoteLine, listed: string) =>
  [text, listed].map((word) => word.trim()).find((word) => !['', name, partNumber].includes(word))

const icons = { info: InfoIcon, warning: AlertIcon, success: CheckIcon }
const tones = { info: '', warning: 'text-warning font-semibold', success: 'text-success font-semibold' }

/** An icon and a text. */
const MARKED = 'flex min-w-0 items-start gap-1.5 [&>.icon]:size-4 [&>.icon]:mt-0.5'
/** Its arrow points down, and up when the rest is shown. */
const SUMMARY = [
  `${MARKED} text-soft list-none cursor-pointer [&::-webkit-details-marker]:hidden`,
  'after:flex-none after:size-2 after:mt-1 after:mr-0.5 after:ml-auto after:border-r-2 after:border-b-2 after:border-soft after:rotate-45',
  'group-open:after:mt-2 group-open:after:rotate-225',
].join(' ')

function Remark({ tone, children }: { tone: 'info' | 'warning' | 'success'; children: React.ReactNode }) {
  const Icon = icons[tone]
  return (
    <p className={`${MARKED} col-[2/-1] py-0.5 text-sm ${tones[tone]} in-[details]:pt-1`}>
      <Icon />
      <span>{children}</span>
    </p>
  )
}

type PartFactsProps = Pick<LineAnswerProps, 'answer' | 'onQuantity'> & {
  /** Nothing of the line has to be decided. */
  isWell: boolean
}

function PartFacts({ answer, isWell, onQuantity }: PartFactsProps) {
  const { partNumber, name, text, available, priceBreaks, quantity, leadDays, betterBuy } = answer
  const brief = (
    <>
      <CheckIcon />
      <span className="in-[details:not([open])]:truncate">
        <span className="font-semibold text-ink">{partNumber}</span>
        {name !== text && <span> · {name}</span>}
        {isRaised(answer) && <span> · {words.isRaised(answer.quantity ?? 0)}</span>}
        {betterBuy && <span className="text-success"> · {words.hasBetter(formatCount(betterBuy.quantity))}</span>}
        {available !== null && <span> · {stockText(available)}</span>}
      </span>
    </>
  )
  return (
    <details className="group row-1 col-3 py-2 text-sm figures max-[56rem]:row-auto max-[56rem]:col-[2/-1]">
      <summary className={`${SUMMARY} ${isWell ? '[&>.icon]:text-success' : ''}`}>{brief}</summary>
      {leadDays !== null && <p className="pt-1 ps-5.5">{words.leadDays(leadDays)}</p>}
      {priceBreaks.length > 0 && (
        <p className="flex flex-wrap gap-x-3 gap-y-0 pt-1 ps-5.5">
          <span className="sr-only">{words.ladderOf}</span>
          {priceBreaks.map(({ from, price }) => (
            <span key={from} className="whitespace-nowrap data-reached:font-[650]" data-reached={(quantity ?? 0) >= from || undefined}>
              {words.ladder(formatCount(from), formatUnitPrice(price))}
            </span>
          ))}
        </p>
      )}
      {isRaised(answer) && <Remark tone="info">{words.raised(answer)}</Remark>}
      <BetterBuy answer={answer} onQuantity={onQuantity} />
    </details>
  )
}

function Unclear({
  answer,
  number,
  asking,
  onQuantity,
  onAnswerAll,
}: Pick<LineAnswerProps, 'answer' | 'number' | 'asking' | 'onQuantity' | 'onAnswerAll'>) {
  const readings = readingsOf(answer.asked)
  if (!readings) return <Remark tone="warning">{words.unclear}</Remark>
  return (
    <Remark tone="warning">
      <Suspense>
        <LineQuestion
          asked={answer.asked}
          readings={readings}
          number={number}
          asking={asking}
          onAnswer={onQuantity}
          onAnswerAll={onAnswerAll}
        />
      </Suspense>
    </Remark>
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
      <span>{sentence} </span>
      {left >= MINIMUM_ORDER && (
        <button type="button" className="line-action" onClick={() => onQuantity(left)}>
          {words.takeStock(formatCount(left))}
        </button>
      )}
      <span> </span>
      {answer.partsId !== null && <AskForPieces partsId={answer.partsId} pieces={piecesOf(answer)} />}
    </Remark>
  )
}

const piecesOf = ({ quantity, asked }: QuoteLine) => (quantity === null ? asked : formatCount(quantity))

/** Offers whole packs; nothing is rounded by itself. */
function WholePacks({ packs, onQuantity }: { packs: NonNullable<QuoteLine['packs']>; onQuantity: LineAnswerProps['onQuantity'] }) {
  return (
    <Remark tone="info">
      {packWords.packs(packsOf(packs))}{' '}
      <button type="button" className="line-action" onClick={() => onQuantity(packs.quantity)}>
        {packWords.take(formatCount(packs.quantity), inPacks(packs.quantity, packs)!) /* whole packs */}
      </button>
    </Remark>
  )
}

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
          <span>{words.emptyPart}</span>
        ) : (
          <span>
            {words.unknownAlone} <AskForUnknown part={text} pieces={piecesOf(answer)} />
          </span>
        )}
      </Remark>
    )
  }
  const several = candidates.length > 1 ? words.ambiguous : words.ambiguousOne
  const lead = notes.includes('no-longer-sold') ? words.noLongerSold : status === 'ambiguous' ? several : words.unknown
  return (
    <>
      <Remark tone="warning">{lead}</Remark>
      <ul className="col-[2/-1] grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-1 pb-1 ps-5.5 text-sm">
        {candidates.map((candidate) => (
          <li key={candidate.partsId}>
            <button
              type="button"
              className="grid w-full min-h-11 px-2.5 py-1 border border-line rounded-box text-start font-semibold cursor-pointer hover:border-accent hover:bg-accent-tint"
              onClick={() => onChoose(candidate)}
            >
              <span>
                {candidate.name}
                <span className="sr-only">{words.choose(number)}</span>
              </span>
              <span className="label-text font-normal figures">
                {suggestionWords.facts(candidate.partNumber, formatUnitPrice(candidate.price), stockText(candidate.available))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
