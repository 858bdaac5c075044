import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { imageAtWidth } from '#contract/parts/images.ts'
import type { Return } from '#contract/orders/returns.ts'
import type { ReturnState } from '#contract/orders/return-states.ts'
import { OrderLink } from '#app/orders/order-link.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Status, type Tone } from '#app/ui/status.tsx'
import { Time } from '#app/ui/time.tsx'
import { returnWords as words } from '#app/words/returns.ts'

const tones: Record<ReturnState, Tone> = {
  asked: 'warning',
  agreed: 'neutral',
  refused: 'danger',
  received: 'warning',
  refunded: 'success',
  closed: 'neutral',
}

export const ReturnStatus = ({ state }: { state: ReturnState }) => <Status tone={tones[state]}>{words.states[state]}</Status>

/** The facts of a return. `withOrder` outside of its order's screen. */
export function ReturnFacts({ one, withOrder = false }: { one: Return; withOrder?: boolean }) {
  const { pieces, receivedPieces, condition, pictures, answer, outcome } = one
  const changedAt = one.endedAt ?? one.receivedAt ?? one.answeredAt
  return (
    <>
      <Facts>
        {withOrder && (
          <Fact title={words.order}>
            <OrderLink orderId={one.orderId}>
              {one.orderNumber} {one.name}
            </OrderLink>
          </Fact>
        )}
        {withOrder && (
          <Fact title={words.customer}>
            <EmailText>{one.email}</EmailText>
          </Fact>
        )}
        <Fact title={words.pieces}>{formatCount(pieces)}</Fact>
        <Fact title={words.columns.asked}>
          <Time value={one.askedAt} />
        </Fact>
        {changedAt && (
          <Fact title={words.changed}>
            <Time value={changedAt} />
          </Fact>
        )}
        <Fact title={words.reason}>{words.reasons[one.reason]}</Fact>
        <Fact title={words.note}>
          <span className="whitespace-pre-line wrap-anywhere">{one.note}</span>
        </Fact>
        {answer !== '' && (
          <Fact title={one.state === 'refused' ? words.refusal : words.answer}>
            <span className="whitespace-pre-line wrap-anywhere">{answer}</span>
          </Fact>
        )}
        {receivedPieces !== null && condition !== null && (
          <Fact title={words.received}>
            <span>{words.receivedAs(formatCount(receivedPieces), words.conditions[condition])}</span>
            {one.conditionNote !== '' && <span className="block whitespace-pre-line wrap-anywhere">{one.conditionNote}</span>}
          </Fact>
        )}
        {one.refunded > 0 && <Fact title={words.refunded}>{formatAmount(one.refunded)}</Fact>}
        {one.restockedPieces > 0 && <Fact title={words.restocked}>{formatCount(one.restockedPieces)}</Fact>}
        {outcome !== '' && (
          <Fact title={words.outcome}>
            <span className="whitespace-pre-line wrap-anywhere">{outcome}</span>
          </Fact>
        )}
      </Facts>
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((url, index) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                <img
                  src={imageAtWidth(url, 480)}
                  alt={words.picture(index + 1)}
                  width={96}
                  height={72}
                  className="aspect-4/3 w-24 rounded-box object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
