import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { formatAmount, formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { MAXIMUM_ORDERED_LINES } from '#contract/basics/limits.ts'
import { orderCalls, type Order, type ReorderLine } from '#contract/orders/orders.ts'
import { tryAgainLater } from '#contract/basics/try-again-later.ts'
import { sendCall } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { useSession } from '#app/identity/session.tsx'
import { paths } from '#app/paths.ts'
import { keyOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { SideSheet } from '#app/ui/side-sheet.tsx'
import { toast } from '#app/ui/toast.ts'
import { orderAgainWords as words } from '#app/words/order-again.ts'

type OrderAgainProps = {
  orders: readonly Pick<Order, '_id'>[]
  label?: string
  variant?: 'secondary' | 'ghost'
}

/** Compares orders with today's prices and stock, and adds the chosen ones to the draft quote in this browser. */
export function OrderAgain({ orders, label = words.one, variant = 'secondary' }: OrderAgainProps) {
  const [ids, setIds] = useState<string[]>()
  return (
    <>
      <Button
        variant={variant}
        disabled={orders.length === 0 || orders.length > MAXIMUM_ORDERED_LINES}
        onClick={() => setIds(orders.map(({ _id }) => _id))}
      >
        {label}
      </Button>
      {ids && (
        <SideSheet title={words.title} onClose={() => setIds(undefined)}>
          <ThenAndNow ids={ids} />
        </SideSheet>
      )}
    </>
  )
}

function ThenAndNow({ ids }: { ids: string[] }) {
  const { identity } = useSession()
  const navigate = useNavigate()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery({
    queryKey: [...keyOf(orderCalls.reorder), ids],
    queryFn: ({ signal }) => sendCall(orderCalls.reorder, { body: { orders: ids }, signal }),
    gcTime: 0,
  })
  if (!query.data) return <Loading query={query} />

  const { lines } = query.data
  const chosen = lines.filter(({ orderId, today }) => today !== null && !left.has(orderId))
  const choose = (orderId: string, isChosen: boolean) =>
    setLeft((last) => (isChosen ? new Set([...last].filter((id) => id !== orderId)) : new Set([...last, orderId])))

  async function add(): Promise<void> {
    try {
      const { addLinesToDraft } = await import('#app/quotes/add-to-draft.ts')
      const { isAdded, text } = addLinesToDraft(
        chosen.map(({ name, orderQuantity, partsId }) => ({ text: name, quantity: String(orderQuantity), partsId })),
        identity?.email ?? null,
      )
      toast[isAdded ? 'success' : 'error'](text)
      if (isAdded) void navigate(paths.quote)
    } catch {
      toast.error(tryAgainLater)
    }
  }

  return (
    <>
      <p className="text-sm text-soft">{words.lead}</p>
      <table className="values figures text-sm">
        <caption className="sr-only">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.columns.part}</th>
            <th scope="col" data-align="end">
              {words.columns.ordered}
            </th>
            <th scope="col" data-align="end">
              {words.columns.today}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow
              key={line.orderId}
              line={line}
              isChosen={line.today !== null && !left.has(line.orderId)}
              onChoose={(isChosen) => choose(line.orderId, isChosen)}
            />
          ))}
        </tbody>
        <tfoot>
          <tr aria-live="polite">
            <th scope="row">{words.total}</th>
            <td data-align="end">{formatAmount(sumOf(chosen.map(({ ordered }) => ordered)))}</td>
            <td data-align="end" data-changed>
              {formatAmount(sumOf(chosen.map(({ today }) => today)))}
            </td>
          </tr>
        </tfoot>
      </table>
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={chosen.length === 0} onClick={() => void add()}>
          {words.add(formatCount(chosen.length))}
        </Button>
      </div>
    </>
  )
}

/** In cents, so that no sum of fractions is shown. */
const sumOf = (figures: readonly ReorderLine['today'][]) =>
  figures.reduce((sum, figure) => sum + Math.round((figure?.totalPrice ?? 0) * 100), 0) / 100

function LineRow({ line, isChosen, onChoose }: { line: ReorderLine; isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  const { name, number, orderQuantity, ordered, today } = line
  return (
    <tr>
      <td>
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="select-box"
            aria-label={words.choose(name, number)}
            checked={isChosen}
            disabled={today === null}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span>
            <span className="font-semibold">{name}</span>
            <span className="block text-soft">{number}</span>
            <span className="block text-soft">{words.pieces(formatCount(orderQuantity))}</span>
            {today && <span className={`block ${line.enough ? 'text-soft' : 'text-warning'}`}>{stockText(line)}</span>}
          </span>
        </label>
      </td>
      <td data-align="end">
        {formatAmount(ordered.totalPrice)}
        <span className="block text-soft">{words.each(formatUnitPrice(ordered.price))}</span>
      </td>
      <td data-align="end" data-changed={today !== null && today.totalPrice !== ordered.totalPrice ? true : undefined}>
        {today ? (
          <>
            <span>{formatAmount(today.totalPrice)}</span>
            <span className="block font-normal text-soft">{words.each(formatUnitPrice(today.price))}</span>
          </>
        ) : (
          words.notSold
        )}
      </td>
    </tr>
  )
}

const stockText = ({ enough, available }: ReorderLine) =>
  enough ? words.inStock(formatCount(available)) : words.onlyInStock(formatCount(available))
