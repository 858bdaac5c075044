import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { offerCalls } from '#contract/quotes/offers.ts'
import { quoteCalls, type Quote } from '#contract/quotes/quotes.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextArea } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { quoteOfferWords as words } from '#app/words/quote-offers.ts'

const changes = [quoteCalls.one, quoteCalls.mine]

/** Where a buyer asks for an offer, or says why they will not order. */
export function AnswerQuote({ quote }: { quote: Quote }) {
  const [does, setDoes] = useState<'ask' | 'decline'>()
  const { request, declinedFor } = quote
  const isOpen = request !== null && !request.answered
  const end = () => setDoes(undefined)
  return (
    <Panel>
      <h3 className="text-lg">{words.answerTitle}</h3>
      {isOpen && (
        <div className="mt-2">
          <p className="text-soft">{words.askedAt}</p>
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{request.text}</p>
        </div>
      )}
      {request?.answered && quote.offer !== null && <p className="mt-2 text-soft">{words.answered}</p>}
      {declinedFor !== null && <p className="mt-2 text-soft">{words.declinedFor[declinedFor]}</p>}
      {does === undefined && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setDoes('ask')}>
            {isOpen ? words.askAgain : words.ask}
          </Button>
          {declinedFor === null && (
            <Button variant="ghost" onClick={() => setDoes('decline')}>
              {words.decline}
            </Button>
          )}
        </div>
      )}
      {does === 'ask' && <Ask quote={quote} asked={isOpen ? request.text : ''} onEnd={end} />}
      {does === 'decline' && <Decline quote={quote} onEnd={end} />}
    </Panel>
  )
}

function Ask({ quote: { _id, version }, asked, onEnd }: { quote: Quote; asked: string; onEnd: () => void }) {
  const form = useForm({ defaultValues: { text: asked } })
  const field = fieldsOf(form)
  const ask = useAction({
    send: (text: string) => callApi(offerCalls.request, { params: { id: _id }, body: { version, text } }),
    onDone: () => {
      toast.success(words.asked)
      onEnd()
    },
    onRefused: (error) => {
      const sentence = showRefusal(form, error)
      if (sentence !== undefined) toast.error(sentence)
    },
    changes,
  })
  return (
    <form
      method="post"
      noValidate
      className="mt-4 grid max-w-prose justify-items-start gap-3"
      onSubmit={(event) => void form.handleSubmit(({ text }) => ask.run(text.trim()))(event)}
    >
      <TextArea
        {...field('text', filled(words.askMissing, TEXT_LIMITS.quoteRequest))}
        label={words.askLabel}
        hint={words.askHint}
        rows={4}
        className="w-full"
      />
      <Button type="submit" busy={ask.isRunning}>
        {words.ask}
      </Button>
    </form>
  )
}

function Decline({ quote: { _id, version }, onEnd }: { quote: Quote; onEnd: () => void }) {
  const [reason, setReason] = useState<NonNullable<Quote['declinedFor']>>('price')
  const decline = useAction({
    send: () => callApi(offerCalls.decline, { params: { id: _id }, body: { version, reason } }),
    onDone: () => {
      toast.success(words.declined)
      onEnd()
    },
    changes,
  })
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <SelectField
        label={words.declineLabel}
        options={words.reasons}
        value={reason}
        onChange={({ target: { value } }) => setReason(words.reasons.find(([one]) => one === value)![0])} // one of them
      />
      <Button variant="secondary" busy={decline.isRunning} onClick={() => decline.run()}>
        {words.declineSend}
      </Button>
    </div>
  )
}
