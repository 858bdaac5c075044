import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { countryName } from '#contract/basics/countries.ts'
import { freightCalls, type FreightMethod, type FreightTable } from '#contract/freight/methods.ts'
import { carriers } from '#contract/orders/carriers.ts'
import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { callApi } from '#app/api/api.ts'
import { readOf } from '#app/api/queries.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { MethodDialog } from '#app/freight/method-dialog.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ButtonLink, IconButton } from '#app/ui/button.tsx'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { ListScreen } from '#app/ui/list-screen.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Status } from '#app/ui/status.tsx'
import type { Column } from '#app/ui/table.tsx'
import { toast } from '#app/ui/toast.ts'
import { freightMethodWords as words } from '#app/words/freight-methods.ts'
import { inlineEditWords } from '#app/words/inline-edit.ts'

export const meta = pageMeta(words.title)

/** The shop's freight methods. */
export default function FreightScreen() {
  const list = useQuery(readOf(freightCalls.methods))
  return (
    <ListScreen
      list={list}
      rows={list.data?.methods}
      rowKey={({ _id }) => _id}
      words={words}
      columns={columns}
      wide
      actions={
        <Allowed call={freightCalls.addMethod}>
          <DialogButton variant="primary" renderDialog={(onClose) => <MethodDialog onClose={onClose} />}>
            {words.add}
          </DialogButton>
        </Allowed>
      }
      filters={list.data && list.data.methods.length > 0 && <Weights table={list.data} />}
    />
  )
}

/** What weights are made of, and of which parts they are missing. */
function Weights({ table: { packingPercent, partsWithoutWeight } }: { table: FreightTable }) {
  return (
    <Notice
      tone={partsWithoutWeight > 0 ? 'warning' : 'info'}
      action={
        <ButtonLink to={dashboardPaths.deliverySettings} variant="secondary">
          {words.settings}
        </ButtonLink>
      }
    >
      <p>{words.packing(packingPercent)}</p>
      {partsWithoutWeight > 0 && (
        <p>
          {words.withoutWeight(partsWithoutWeight)}{' '}
          <Allowed call={partDeskCalls.list}>
            <Link to={dashboardPaths.partsWithoutWeight}>{words.showWithoutWeight}</Link>
          </Allowed>
        </p>
      )}
    </Notice>
  )
}

function reachOf({ reach, countries = [] }: FreightMethod): string {
  const [first = ''] = countries
  if (reach === 'everywhere') return words.reaches.everywhere
  if (reach === 'postalCodes') return words.postalCodesOf(countryName(first) ?? first)
  return countries.length > 3 ? words.countries(countries.length) : countries.map((code) => countryName(code) ?? code).join(', ')
}

function priceOf({ pricing, freeFrom, ...method }: FreightMethod): string {
  const price = {
    weight: () => {
      const [least] = method.weightSteps ?? []
      return least ? words.priceOf.byWeight(least.price, method.weightSteps!.length) : words.priceOf.perKg(method.furtherKg ?? 0)
    },
    value: () => words.priceOf.byValue(method.valueSteps?.length ?? 0),
    percent: () => words.priceOf.percent(method.percent ?? 0),
    pallet: () => words.priceOf.pallet(method.price ?? 0, method.kgPerPallet ?? 0),
    fixed: () => words.priceOf.fixed(method.price ?? 0),
    collected: () => words.priceOf.collected,
    asked: () => words.priceOf.asked,
  }[pricing]()
  return [price, ...(freeFrom ? [words.priceOf.freeFrom(freeFrom)] : [])].join(', ')
}

function State({ method: { active, problem } }: { method: FreightMethod }) {
  if (problem !== null)
    return (
      <>
        <Status tone="danger">{words.states.wrong}</Status>
        <span className="block text-sm text-soft">{problem}</span>
      </>
    )
  return active ? <Status tone="success">{words.states.offered}</Status> : <Status tone="neutral">{words.states.paused}</Status>
}

const columns: Column<FreightMethod>[] = [
  { title: words.columns.name, card: 'name', cell: ({ name }) => name },
  { title: words.columns.carrier, cell: ({ carrier }) => carriers[carrier].name },
  { title: words.columns.reach, cell: reachOf },
  { title: words.columns.price, fills: true, cell: priceOf },
  { title: words.columns.term, cell: ({ incoterm, place }) => `${incoterm} ${place === '' ? words.buyersAddress : place}` },
  { title: words.columns.days, align: 'end', cell: ({ transitDays }) => words.daysOnTheWay(transitDays) },
  { title: words.columns.state, card: 'state', cell: (method) => <State method={method} /> },
  {
    title: words.columns.actions,
    card: 'action',
    screenOnly: true,
    cell: (method) => (
      <Allowed call={freightCalls.changeMethod}>
        <span className="inline-flex gap-1">
          <DialogButton
            variant="ghost"
            aria-label={words.change(method.name)}
            renderDialog={(onClose) => <MethodDialog method={method} onClose={onClose} />}
          >
            {inlineEditWords.title}
          </DialogButton>
          <EndMethod method={method} />
        </span>
      </Allowed>
    ),
  },
]

const EndMethod = ({ method: { _id, name } }: { method: FreightMethod }) => (
  <ConfirmedAction
    renderButton={(ask) => <IconButton label={words.end(name)} icon={<TrashIcon />} onClick={ask} />}
    question={words.endQuestion(name)}
    send={() => callApi(freightCalls.endMethod, { params: { id: _id } })}
    onDone={() => toast.success(words.ended)}
    changes={[freightCalls.methods]}
  >
    {words.endLead}
  </ConfirmedAction>
)
