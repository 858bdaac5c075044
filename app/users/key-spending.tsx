import { useId, useState } from 'react'
import { apiKeyCalls, type ApiKey } from '#contract/api-keys.ts'
import { readDollars } from '#contract/dollar-text.ts'
import { formatAmount } from '#contract/figures.ts'
import { centsToDollars } from '#contract/money.ts'
import { callApi } from '#app/api.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { spendingWords as words } from '#app/words/spending.ts'

/** What agents may order with a key, and the button that changes it; nothing for a key that orders nothing. */
export function KeySpending({ apiKey }: { apiKey: ApiKey }) {
  const [asks, setAsks] = useState(false)
  const { name, scopes, spending } = apiKey
  if (!scopes.includes('orders:write')) return <span>{words.nothing}</span>
  return (
    <>
      <span className="block">
        {spending ? words.limit(formatAmount(spending.perOrder), formatAmount(spending.perMonth)) : words.nothing}
      </span>
      <Button variant="ghost" aria-label={words.changeOf(name)} onClick={() => setAsks(true)}>
        {words.change}
      </Button>
      {asks && <SpendingDialog apiKey={apiKey} onClose={() => setAsks(false)} />}
    </>
  )
}

const typedOf = (dollars: number | undefined) => (dollars === undefined ? '' : String(dollars))

function SpendingDialog({ apiKey: { _id, name, spending }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [typed, setTyped] = useState({ perOrder: typedOf(spending?.perOrder), perMonth: typedOf(spending?.perMonth) })
  const [problems, setProblems] = useState<Partial<typeof typed>>({})
  const formId = useId()
  const { run, isRunning } = useAction({
    send: (wanted: ApiKey['spending']) => callApi(apiKeyCalls.limitSpending, { params: { id: _id }, body: { spending: wanted } }),
    onDone: () => {
      toast.success(words.saved)
      onClose()
    },
    changes: [apiKeyCalls.mine],
  })
  const field = (of: keyof typeof typed) => ({
    value: typed[of],
    error: problems[of],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [of]: target.value })
      setProblems({ ...problems, [of]: undefined })
    },
  })
  const submit = () => {
    const [perOrder, perMonth] = [readDollars(typed.perOrder), readDollars(typed.perMonth)]
    setProblems({ ...(perOrder === undefined && { perOrder: words.wrong }), ...(perMonth === undefined && { perMonth: words.wrong }) })
    if (perOrder !== undefined && perMonth !== undefined) run({ perOrder: centsToDollars(perOrder), perMonth: centsToDollars(perMonth) })
  }
  const title = words.title(name)

  return (
    <Dialog label={title} busy={isRunning} onClose={onClose}>
      <form
        id={formId}
        noValidate
        className="modal-body grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2 className="text-xl">{title}</h2>
        <p className="text-soft">{words.lead}</p>
        <TextField label={words.perOrder} {...field('perOrder')} />
        <TextField label={words.perMonth} hint={words.perMonthHint} {...field('perMonth')} />
        <div className="modal-actions">
          <Button variant="secondary" onClick={onClose} disabled={isRunning}>
            {words.cancel}
          </Button>
          {spending && (
            <Button variant="secondary" onClick={() => run(null)} disabled={isRunning}>
              {words.remove}
            </Button>
          )}
          <Button type="submit" busy={isRunning}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
