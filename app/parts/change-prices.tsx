import { useState } from 'react'
import { formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { partDeskCalls, type DeskFilter, type PricedPart } from '#contract/parts/part-desk.ts'
import { MAXIMUM_CHANGED_PRICES, priceChangeCalls, type PriceChange } from '#contract/parts/price-changes.ts'
import type { PartPrice } from '#contract/parts/pricing.ts'
import { priceAfterPercent, roundings, type Rounding } from '#contract/parts/raise-price.ts'
import { sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { useConfirmedFall } from '#app/parts/confirm-fall.tsx'
import { partReads } from '#app/parts/listed-parts.ts'
import { readPercent } from '#app/parts/read-percent.ts'
import { Button } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { priceChangeWords as words } from '#app/words/price-changes.ts'

/** Rows of the preview. */
const SHOWN = 20

/** Changes the prices of the selected parts by a percentage, after a preview. */
export function ChangePrices({ parts }: { parts: readonly PricedPart[] }) {
  if (parts.length === 0) return null
  return <DialogButton renderDialog={(onClose) => <PricesDialog parts={parts} onClose={onClose} />}>{words.open}</DialogButton>
}

/** As `ChangePrices`, for all parts that the list finds, on all its pages. */
export function ChangeAllPrices({ filter, count }: { filter: DeskFilter; count: number }) {
  const [read, setRead] = useState<readonly PricedPart[]>()
  const load = useAction({
    send: () => callApi(partDeskCalls.prices, { query: filter }),
    onDoneHere: setRead,
  })
  if (count === 0 || count > MAXIMUM_CHANGED_PRICES) return null
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" busy={load.isRunning} onClick={() => load.run()}>
        {words.openAll(formatCount(count))}
      </Button>
      {read && <PricesDialog parts={read} onClose={() => setRead(undefined)} />}
    </>
  )
}

type Preview = { part: PricedPart; after: PartPrice | undefined }

function PricesDialog({ parts, onClose }: { parts: readonly PricedPart[]; onClose: () => void }) {
  // The list behind the dialog may be reloaded while it is open.
  const [opened] = useState(parts)
  const [typed, setTyped] = useState('')
  const [places, setPlaces] = useState<Rounding>(2)
  const fall = useConfirmedFall<PriceChange>()
  const sender = useIdempotentSender<PriceChange>()
  const percent = readPercent(typed)
  const previews = percent === undefined ? [] : opened.map((part): Preview => ({ part, after: priceAfterPercent(part, percent, places) }))
  const wrong = previews.filter(({ after }) => after === undefined)

  const make = useFormAction({
    send: (change: PriceChange) => sender(change, (request) => callApi(priceChangeCalls.make, request)),
    onDone: ({ modifiedCount }) => toast.success(words.done(modifiedCount)),
    onClose,
    refused: (error, change) => (fall.asks(error, change) ? undefined : sentencesOf(error)),
    changes: [...partReads, priceChangeCalls.all],
  })
  const submit = () => {
    if (percent === undefined || wrong.length > 0) return
    make.run({ percent, places, parts: opened.map(({ _id, price }) => ({ partsId: _id, seenPrice: price })) })
  }

  return (
    <>
      <FormDialog
        wide
        title={words.title(opened.length)}
        lead={words.lead}
        submit={words.apply(opened.length)}
        action={make}
        disabled={percent === undefined || wrong.length > 0}
        onSubmit={submit}
        onClose={onClose}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={words.percent}
            hint={words.percentHint}
            error={typed !== '' && percent === undefined ? words.percentUnread : undefined}
            inputMode="text"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value.trim())}
          />
          <SelectField
            label={words.rounding}
            options={words.roundings}
            value={places}
            onChange={({ target }) => setPlaces(roundings.find((one) => one === Number(target.value)) ?? 2)}
          />
        </div>
        {wrong.length > 0 && <Notice tone="warning">{words.cannotAll(wrong.length)}</Notice>}
        {previews.length > 0 && (
          <>
            <Table
              caption={words.caption}
              columns={columns}
              rows={(wrong.length > 0 ? wrong : previews).slice(0, SHOWN)}
              rowKey={({ part }) => part._id}
            />
            {previews.length > SHOWN && <p className="text-soft">{words.more(previews.length - SHOWN)}</p>}
          </>
        )}
      </FormDialog>
      {fall.question((change) => make.run({ ...change, confirmed: true }))}
    </>
  )
}

const columns: Column<Preview>[] = [
  { title: words.columns.name, card: 'name', fills: true, cell: ({ part }) => part.name },
  { title: words.columns.before, align: 'end', cell: ({ part }) => formatUnitPrice(part.price) },
  { title: words.columns.after, align: 'end', cell: ({ after }) => (after ? formatUnitPrice(after.price) : words.cannot) },
  {
    title: words.columns.steps,
    align: 'end',
    cell: ({ part, after }) => (
      <>
        {after?.priceBreaks.map(({ price }) => formatUnitPrice(price)).join(', ')}
        {part.hasSmallPrices && <span className="block text-sm text-soft">{words.smallPricesStay}</span>}
      </>
    ),
  },
]
