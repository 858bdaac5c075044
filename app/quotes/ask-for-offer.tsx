import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { startOf } from '#contract/basics/start-of.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { partCalls, type Part } from '#contract/parts/parts.ts'
import { offerCalls } from '#contract/quotes/offers.ts'
import { quoteCalls, type Quote } from '#contract/quotes/quotes.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { readOf } from '#app/api/queries.ts'
import { useAction } from '#app/api/use-action.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { isUnknown, Loading } from '#app/ui/failure.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { askForPiecesWords as words } from '#app/words/ask-for-pieces.ts'
import { partDetailWords } from '#app/words/part-detail.ts'
import { quoteOfferWords } from '#app/words/quote-offers.ts'

export const meta = pageMeta(quoteOfferWords.ask)

/** Asks the shop for an offer of pieces of one part: `?part=ID&pieces=30000`. Whoever is not signed in comes back to it. */
export default function AskForOffer() {
  const [search] = useSearchParams()
  const id = search.get('part') ?? ''
  const part = useQuery({ ...readOf(partCalls.one, { params: { id } }), enabled: id !== '' })
  if (id === '' || isUnknown(part.error)) {
    return (
      <EmptyState title={words.gone} action={<ButtonLink to={paths.inventory}>{partDetailWords.seeAllParts}</ButtonLink>}>
        {partDetailWords.goneReason}
      </EmptyState>
    )
  }
  if (!part.data) return <Loading query={part} title={quoteOfferWords.ask} />
  return <AskForm key={id} part={part.data} pieces={startOf(search.get('pieces') ?? '', MAX_QUANTITY_LENGTH)} />
}

const MAX_QUANTITY_LENGTH = 40

type Asked = { pieces: string; text: string }

function AskForm({ part, pieces }: { part: Part; pieces: string }) {
  const navigate = useNavigate()
  const form = useForm<Asked>({ defaultValues: { pieces, text: words.text } })
  const field = fieldsOf(form)
  const sender = useIdempotentSender<{ lines: { text: string; quantity: string; partsId: string }[] }>()
  /** The quote of these pieces that is saved already, where asking failed behind it. */
  const [saved, setSaved] = useState<{ quantity: string; quote: Quote }>()
  const [trouble, setTrouble] = useState<string>()

  const ask = useAction({
    send: async ({ pieces: quantity, text }: Asked) => {
      const lines = [{ text: part.partNumber, quantity, partsId: part._id }]
      const quote = saved?.quantity === quantity ? saved.quote : await sender({ lines }, (request) => callApi(quoteCalls.save, request))
      setSaved({ quantity, quote })
      await callApi(offerCalls.request, { params: { id: quote._id }, body: { version: quote.version, text } })
      return quote
    },
    onStart: () => setTrouble(undefined),
    onDoneHere: (quote) => {
      toast.success(quoteOfferWords.asked)
      void navigate(paths.quoteOne(quote._id), { replace: true })
    },
    onRefused: (error) => setTrouble(showRefusal(form, error, { 'lines.0.quantity': 'pieces' })),
    changes: [quoteCalls.mine],
  })

  return (
    <section className="grid max-w-prose grid-cols-1 gap-4">
      <div>
        <h2 className="text-xl">{quoteOfferWords.ask}</h2>
        <p className="text-soft">{words.lead}</p>
      </div>
      <Panel>
        <Facts>
          <Fact title={partDetailWords.title}>{part.name}</Fact>
          <Fact title={partDetailWords.partNumber}>{part.partNumber}</Fact>
          <Fact title={words.inStock}>{words.stock(part.available)}</Fact>
        </Facts>
        <form
          method="post"
          noValidate
          className="mt-4 grid justify-items-start gap-4"
          onSubmit={(event) => void form.handleSubmit((asked) => ask.run({ pieces: asked.pieces.trim(), text: asked.text.trim() }))(event)}
        >
          <TextField
            {...field('pieces', {
              validate: (typed) => (typed.trim() !== '' && readQuantity(typed) !== undefined) || words.piecesUnread,
            })}
            label={words.pieces}
            inputMode="numeric"
            autoComplete="off"
            maxLength={MAX_QUANTITY_LENGTH}
            className="max-w-56"
          />
          <TextArea
            {...field('text', filled(quoteOfferWords.askMissing, TEXT_LIMITS.quoteRequest))}
            label={quoteOfferWords.askLabel}
            hint={quoteOfferWords.askHint}
            rows={4}
            className="w-full"
          />
          {trouble && <Notice tone="danger">{trouble}</Notice>}
          <Button type="submit" busy={ask.isRunning}>
            {quoteOfferWords.ask}
          </Button>
        </form>
      </Panel>
    </section>
  )
}
