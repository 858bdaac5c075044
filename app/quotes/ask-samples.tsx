import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { formatAmount } from '#contract/basics/figures.ts'
import { sampleCalls, sampleMessages } from '#contract/parts/samples.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { readOf } from '#app/api/queries.ts'
import { useAction } from '#app/api/use-action.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { sampleWords as words } from '#app/words/samples.ts'

/** Makes a quote of all samples of a part that are left to the buyer, and leads to it. */
export function AskSamples({ partsId }: { partsId: string }) {
  const { data: left } = useQuery(readOf(sampleCalls.ofPart, { params: { id: partsId } }))
  const navigate = useNavigate()
  const sender = useIdempotentSender<{ quantity: number }>()
  const ask = useAction({
    send: (quantity: number) => sender({ quantity }, (request) => callApi(sampleCalls.ask, { params: { id: partsId }, ...request })),
    onDone: ({ quoteId }) => void navigate(paths.quoteOne(quoteId)),
    changes: [quoteCalls.mine],
  })
  if (!left) return null
  if (left.price === undefined || left.pieces === 0) return <p className="mt-3 text-sm">{sampleMessages.left(0)}</p>
  const { pieces, price } = left
  return (
    <Button variant="secondary" className="mt-3" busy={ask.isRunning} onClick={() => ask.run(pieces)}>
      {words.ask(pieces, formatAmount(Math.round(pieces * price * 100) / 100))}
    </Button>
  )
}
