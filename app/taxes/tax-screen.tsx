import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { countryName } from '#contract/countries.ts'
import { formatRate } from '#contract/tax.ts'
import { taxCalls, type TaxRate, type TaxTable } from '#contract/taxes.ts'
import { callApi } from '#app/api.ts'
import { ConfirmedAction } from '#app/confirmed-action.tsx'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { Loading } from '#app/failure.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/queries.ts'
import { AddRate } from '#app/taxes/add-rate.tsx'
import { ButtonLink, IconButton } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Status } from '#app/ui/status.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { toast } from '#app/ui/toast.ts'
import { sellerFieldNames } from '#app/words/seller.ts'
import { taxWords as words } from '#app/words/tax.ts'

export const meta = pageMeta(words.title)

/** Rates of tax by country and first day, for those who may see money. */
export default function TaxScreen() {
  const table = useQuery(readOf(taxCalls.rates))
  const [showsPast, setShowsPast] = useState(false)
  const { data } = table
  if (!data) return <Loading query={table} skeleton={<ListSkeleton columns={columns} />} />
  const rates = data.rates.filter(({ state }) => showsPast || state !== 'past').toSorted(byCountry)
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead title={words.title} lead={words.lead}>
        <Allowed call={taxCalls.addRate}>
          <DialogButton variant="primary" renderDialog={(onClose) => <AddRate onClose={onClose} />}>
            {words.add}
          </DialogButton>
        </Allowed>
      </ListHead>
      <Charges table={data} />
      <label className="inline-flex items-center gap-2 justify-self-start">
        <input type="checkbox" className="check-box" checked={showsPast} onChange={({ target }) => setShowsPast(target.checked)} />
        {words.showPast}
      </label>
      {rates.length === 0 ? (
        <EmptyState title={words.none}>{words.noneMore}</EmptyState>
      ) : (
        <Table caption={words.title} columns={columns} rows={rates} rowKey={({ _id }) => _id} />
      )}
    </section>
  )
}

function Charges({ table: { charges, missing } }: { table: TaxTable }) {
  return (
    <Notice
      tone={missing.length > 0 ? 'warning' : 'info'}
      action={
        <ButtonLink to={dashboardPaths.shopSettings} variant="secondary">
          {words.settings}
        </ButtonLink>
      }
    >
      <p>{words.charges[charges]}</p>
      {missing.length > 0 && (
        <p>
          {words.missing(missing.length)} {missing.map((field) => sellerFieldNames[field] ?? field).join(', ')}
        </p>
      )}
    </Notice>
  )
}

const nameOf = ({ country }: TaxRate) => countryName(country) ?? country
const byCountry = (one: TaxRate, other: TaxRate) => nameOf(one).localeCompare(nameOf(other), 'en') || other.from.localeCompare(one.from)
const TONES = { now: 'success', planned: 'warning', past: 'neutral' } as const

const columns: Column<TaxRate>[] = [
  { title: words.columns.country, card: 'name', sort: nameOf, cell: (rate) => `${nameOf(rate)} (${rate.country})` },
  { title: words.columns.rate, align: 'end', sort: ({ rate }) => rate, cell: ({ rate }) => formatRate(rate) },
  { title: words.columns.from, sort: ({ from }) => from, cell: ({ from }) => from },
  {
    title: words.columns.state,
    card: 'state',
    fills: true,
    cell: ({ state }) => <Status tone={TONES[state]}>{words.states[state]}</Status>,
  },
  {
    title: words.columns.actions,
    card: 'action',
    screenOnly: true,
    cell: (rate) =>
      rate.state === 'planned' && (
        <Allowed call={taxCalls.removeRate}>
          <RemoveRate rate={rate} />
        </Allowed>
      ),
  },
]

const RemoveRate = ({ rate }: { rate: TaxRate }) => (
  <ConfirmedAction
    renderButton={(ask) => <IconButton label={words.remove(`${nameOf(rate)}, ${rate.from}`)} icon={<TrashIcon />} onClick={ask} />}
    question={words.removeQuestion(`${nameOf(rate)}, ${rate.from}`)}
    send={() => callApi(taxCalls.removeRate, { params: { id: rate._id } })}
    onDone={() => toast.success(words.removed)}
    changes={[taxCalls.rates]}
  >
    {words.removeLead}
  </ConfirmedAction>
)
