import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { incotermCodes, type IncotermCode } from '#contract/freight/freight.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import {
  exportPaperCalls,
  exportReasons,
  goesAbroad,
  type ExportGap,
  type ExportReason,
  type ExportWanted,
} from '#contract/orders/export-papers.ts'
import { callApi } from '#app/api/api.ts'
import { fetchFile } from '#app/api/fetch-file.ts'
import { offerToSave } from '#app/api/offer-to-save.ts'
import { useDownload } from '#app/api/use-download.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { useMay } from '#app/identity/may.tsx'
import type { loader as rootLoader } from '#app/root.tsx'
import { readGrossKg, readPackages } from '#app/parcels/typed-consignment.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { exportPaperWords as words } from '#app/words/export-papers.ts'

/** What goes abroad: an order, or a return, which comes from there. */
type Source = Pick<ExportWanted, 'orders' | 'return'>

/** Reads a consignment; with each change of what is wanted again. */
const consignmentOf = (body: ExportWanted) =>
  queryOptions({ queryKey: [exportPaperCalls.check.path, body], queryFn: () => callApi(exportPaperCalls.check, { body }), retry: false })

/** Whether papers for customs are offered for an order: customs ask for them on its way. No where either place is not known. */
export function useGoesAbroad(): (order: Order) => boolean {
  const may = useMay()(exportPaperCalls.check)
  const sellerState = useRouteLoaderData<typeof rootLoader>('root')?.sellerState
  return ({ shipTo }) => may && sellerState !== undefined && shipTo !== null && goesAbroad(sellerState, shipTo)
}

/** Commercial invoice and packing list of an order that goes abroad. Nothing for all others. */
export function ExportPapersOfOrder({ order }: { order: Order }) {
  const isAbroad = useGoesAbroad()
  return order.paid && !order.refunded && isAbroad(order) && <ExportPapers source={{ orders: [order._id] }} name={order.number} />
}

/** The button that opens them. */
export const ExportPapers = ({ source, name }: { source: Source; name: string }) => (
  <DialogButton aria-label={words.openOf(name)} renderDialog={(onClose) => <PapersDialog source={source} name={name} onClose={onClose} />}>
    {words.open}
  </DialogButton>
)

type Typed = { reason: ExportReason | ''; packages: string; grossKg: string; code: IncotermCode | ''; place: string; gaps: boolean }

/** What was typed; what cannot be read is left out, and nothing is printed meanwhile. */
function wantedOf(source: Source, { reason, packages, grossKg, code, place, gaps }: Typed): ExportWanted {
  const [count, gross] = [readPackages(packages).value, readGrossKg(grossKg).value]
  return {
    ...source,
    ...(reason !== '' && { reason }),
    ...(count !== undefined && { packages: count }),
    ...(gross !== undefined && { grossKg: gross }),
    ...(code !== '' && place.trim() !== '' && { incoterm: { code, place: place.trim() } }),
    ...(gaps && { gaps }),
  }
}

function PapersDialog({ source, name, onClose }: { source: Source; name: string; onClose: () => void }) {
  const [typed, setTyped] = useState<Typed>({ reason: '', packages: '', grossKg: '', code: '', place: '', gaps: false })
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }))
  const wanted = wantedOf(source, typed)
  // What the shop knows by itself, for hints; it is read before the dialog opens.
  const known = useQuery(consignmentOf(source)).data?.consignment
  const { data } = useQuery({ ...consignmentOf({ ...wanted, gaps: false }), placeholderData: (before) => before })
  const { busy, download } = useDownload(async (which: 'invoice' | 'packingList') => {
    const file = await fetchFile({ path: exportPaperCalls[which].path, body: wanted })
    offerToSave(file, `${which === 'invoice' ? 'commercial-invoice' : 'packing-list'}-${name}.pdf`)
  })
  const missing = data?.missing ?? []
  const problems = { packages: readPackages(typed.packages).problem, grossKg: readGrossKg(typed.grossKg).problem }
  const isUnread = problems.packages !== undefined || problems.grossKg !== undefined
  const isHeld = data === undefined || isUnread || (missing.length > 0 && !typed.gaps)
  return (
    <Dialog label={words.openOf(name)} onClose={onClose} className="w-[min(44rem,calc(100vw-2rem))] overscroll-contain">
      <div className="grid grid-cols-1 gap-4 p-6">
        <h2 className="text-xl">{words.openOf(name)}</h2>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            label={words.reason}
            options={exportReasons.map((reason) => [reason, words.reasons[reason]] as const)}
            value={typed.reason || (known?.reason ?? 'sale')}
            onChange={({ target }) => set({ reason: exportReasons.find((one) => one === target.value) ?? '' })}
          />
          <TextField
            label={words.packages}
            hint={words.packagesHint(known?.packages ?? null)}
            error={problems.packages}
            inputMode="numeric"
            value={typed.packages}
            onChange={({ target }) => set({ packages: target.value })}
          />
          <TextField
            label={words.grossKg}
            hint={words.grossHint(known?.grossKg ?? null)}
            error={problems.grossKg}
            inputMode="decimal"
            value={typed.grossKg}
            onChange={({ target }) => set({ grossKg: target.value })}
          />
          {known && known.incoterm === null && (
            <>
              <SelectField
                label={words.term}
                hint={words.termHint}
                options={[['', words.noTerm], ...incotermCodes.map((code) => [code, code] as const)]}
                value={typed.code}
                onChange={({ target }) => set({ code: incotermCodes.find((one) => one === target.value) ?? '' })}
              />
              <TextField label={words.place} maxLength={120} value={typed.place} onChange={({ target }) => set({ place: target.value })} />
            </>
          )}
        </div>
        {data && (
          <Facts>
            <Fact title={words.value}>{formatAmount(data.consignment.total)}</Fact>
            {data.consignment.netKg !== null && <Fact title={words.net}>{words.kg(data.consignment.netKg)}</Fact>}
          </Facts>
        )}
        {missing.length > 0 && (
          <Notice tone="warning">
            <p>{words.missing(missing.length)}</p>
            <ul className="ms-5 list-disc">
              {missing.map((gap) => (
                <Missing key={`${gap.kind} ${gap.partsId}`} gap={gap} />
              ))}
            </ul>
          </Notice>
        )}
        {data && missing.length === 0 && <p>{words.complete}</p>}
        {missing.length > 0 && (
          <CheckField label={words.gaps} checked={typed.gaps} onChange={({ target }) => set({ gaps: target.checked })} />
        )}
        <div className="modal-actions mt-2">
          <Button variant="secondary" onClick={onClose}>
            {words.close}
          </Button>
          <Button
            variant="secondary"
            busy={busy === 'packingList'}
            disabled={isHeld || busy !== undefined}
            onClick={() => download('packingList')}
          >
            {words.packingList}
          </Button>
          <Button busy={busy === 'invoice'} disabled={isHeld || busy !== undefined} onClick={() => download('invoice')}>
            {words.invoice}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const OF_SELLER = new Set<ExportGap['kind']>(['seller', 'vatId', 'eori'])

/** What is missing, with the way to where it is filled in. */
const Missing = ({ gap: { kind, message, partsId, partNumber } }: { gap: ExportGap }) => (
  <li>
    {partNumber && <span className="font-semibold">{partNumber}: </span>}
    <span>{`${message} `}</span>
    {partsId && (
      <Link to={paths.managedPart(partsId)} className="link">
        {words.toPart}
      </Link>
    )}
    {OF_SELLER.has(kind) && (
      <Link to={dashboardPaths.shopSettings} className="link">
        {words.toSettings}
      </Link>
    )}
  </li>
)
