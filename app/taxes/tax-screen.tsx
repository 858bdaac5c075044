import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '#contract/basics/figures.ts'
import { countryName } from '#contract/basics/countries.ts'
import { formatRate } from '#contract/payments/tax.ts'
import { taxCalls, type TaxRate, type TaxTable, type UnverifiedOrder } from '#contract/payments/taxes.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/api/queries.ts'
import { OrderLink } from '#app/orders/order-link.tsx'
import { AddRate } from '#app/taxes/add-rate.tsx'
import { ButtonLink, IconButton } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { ListScreen } from '#app/ui/list-screen.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { PlainDay, Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { sellerFieldNames } from '#app/words/seller.ts'
import { taxWords as words } from '#app/words/tax.ts'

export const meta = pageMeta(words.title)

/** Rates of tax by country and first day, for those who may see money. */
export default function TaxScreen() {
  const [showsPast, setShowsPast] = useState(false)
  const list = useQuery(readOf(taxCalls.rates))
  const { data } = list
  return (
    <ListScreen
      list={list}
      rows={data?.rates.filter(({ state }) => showsPast || state !== 'past').toSorted(byCountry)}
      rowKey={({ _id }) => _id}
      words={words}
      actions={
        <Allowed call={taxCalls.addRate}>
          <DialogButton variant="primary" renderDialog={(onClose) => <AddRate onClose={onClose} />}>
            {words.add}
          </DialogButton>
        </Allowed>
      }
      columns={columns}
      filters={
        <>
          {data && <Charges table={data} />}
          <label className="inline-flex items-center gap-2 justify-self-start">
            <input type="checkbox" className="check-box" checked={showsPast} onChange={({ target }) => setShowsPast(target.checked)} />
            {words.showPast}
          </label>
        </>
      }
    >
      <UnverifiedOrderList />
    </ListScreen>
  )
}

/** Orders that the shop may owe tax for, or a buyer may have paid too much for. */
function UnverifiedOrderList() {
  const orders = useQuery(readOf(taxCalls.unverified)).data?.orders ?? []
  if (orders.length === 0) return null
  return (
    <>
      <div className="mt-4">
        <h3 className="text-lg">{words.unverified}</h3>
        <p className="list-lead">{words.unverifiedLead}</p>
      </div>
      <Table caption={words.unverified} columns={unverifiedColumns} rows={orders} rowKey={({ _id }) => _id} />
    </>
  )
}

const { order: orderTitle, email, vatId, says, tax, paid, placed } = words.unverifiedColumns
const unverifiedColumns: Column<UnverifiedOrder>[] = [
  { title: orderTitle, card: 'name', cell: ({ _id, number }) => <OrderLink orderId={_id}>{number}</OrderLink> },
  { title: email, cell: (order) => <EmailText>{order.email}</EmailText> },
  { title: vatId, cell: (order) => order.vatId },
  { title: says, card: 'state', cell: ({ vatIdStatus }) => <Status tone={SAID[vatIdStatus]}>{words.says[vatIdStatus]}</Status> },
  { title: tax, align: 'end', cell: (order) => formatAmount(order.tax) },
  { title: paid, cell: (order) => (order.paid ? words.paid : words.unpaid) },
  { title: placed, fills: true, cell: ({ placedAt }) => <Time value={placedAt} /> },
]

function Charges({ table: { charges, missing } }: { table: TaxTable }) {
  return (
    <Notice
      tone={missing.length > 0 ? 'warning' : 'info'}
      action={
        <ButtonLink to={dashboardPaths.companySettings} variant="secondary">
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
const SAID = { valid: 'success', invalid: 'danger', unverified: 'warning' } as const
const TONES = { now: 'success', planned: 'warning', past: 'neutral' } as const

const columns: Column<TaxRate>[] = [
  { title: words.columns.country, card: 'name', sort: nameOf, cell: (rate) => `${nameOf(rate)} (${rate.country})` },
  { title: words.columns.rate, align: 'end', sort: ({ rate }) => rate, cell: ({ rate }) => formatRate(rate, 1) },
  { title: words.columns.from, sort: ({ from }) => from, cell: ({ from }) => <PlainDay value={from} /> },
  {
    title: words.columns.state,
    card: 'state',
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
