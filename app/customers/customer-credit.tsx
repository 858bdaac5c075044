import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '#contract/basics/figures.ts'
import { creditDays, openItemCalls, type CreditDays, type CustomerCredit } from '#contract/payments/open-items.ts'
import { sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { readDollars } from '#app/bank/money-text.ts'
import { Allowed } from '#app/identity/may.tsx'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { openItemWords } from '#app/words/open-items.ts'

const words = openItemWords.credit

/** A customer's limit on account, for people with the permission for money. */
export const Credit = ({ customerId }: { customerId: string }) => (
  <Allowed call={openItemCalls.credit}>
    <CreditPanel customerId={customerId} />
  </Allowed>
)

function CreditPanel({ customerId }: { customerId: string }) {
  const { data } = useQuery(readOf(openItemCalls.credit, { params: { id: customerId } }))
  if (!data) return null
  return (
    <Panel>
      <h3 className="mb-2 text-base font-semibold">{words.title}</h3>
      <p className="mb-2 text-soft">{data.limit === null ? words.none : words.lead}</p>
      {(data.limit !== null || data.open > 0) && (
        <Facts className="mb-3">
          {data.limit !== null && <Fact title={words.limitFact}>{formatAmount(data.limit)}</Fact>}
          <Fact title={words.open}>{formatAmount(data.open)}</Fact>
          {data.overdue > 0 && <Fact title={words.overdue}>{formatAmount(data.overdue)}</Fact>}
        </Facts>
      )}
      <Allowed call={openItemCalls.setCredit}>
        <CreditForm key={`${data.limit} ${data.netDays}`} customerId={customerId} credit={data} />
      </Allowed>
    </Panel>
  )
}

function CreditForm({ customerId, credit }: { customerId: string; credit: CustomerCredit }) {
  const [typed, setTyped] = useState(credit.limit === null ? '' : String(credit.limit))
  const [netDays, setNetDays] = useState<CreditDays>(credit.netDays)
  const [problem, setProblem] = useState<string>()
  const save = useAction({
    send: (limit: number | null) => callApi(openItemCalls.setCredit, { params: { id: customerId }, body: { limit, netDays } }),
    onDone: () => toast.success(words.saved),
    onRefused: (error) => setProblem(sentenceOf(error)),
    changes: [openItemCalls.credit, openItemCalls.all],
  })
  return (
    <form
      noValidate
      className="grid items-start gap-3 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        const limit = typed.trim() === '' ? null : readDollars(typed)
        setProblem(limit === undefined ? words.limitWrong : undefined)
        if (limit !== undefined) save.run(limit)
      }}
    >
      <TextField
        label={words.limit}
        hint={words.limitHint}
        inputMode="decimal"
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <SelectField
        label={words.netDays}
        value={netDays}
        options={creditDays.map((days) => [days, words.days(days)] as const)}
        onChange={({ target }) => setNetDays(creditDays.find((days) => days === Number(target.value)) ?? netDays)}
      />
      <Button type="submit" variant="secondary" className="justify-self-start" busy={save.isRunning}>
        {words.save}
      </Button>
    </form>
  )
}
