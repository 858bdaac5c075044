import { formatCount } from '#contract/basics/figures.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { orderMessageCalls } from '#contract/orders/order-messages.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { orderMessagesWords as words } from '#app/words/order-messages.ts'

/** Polling interval of the number of unread messages on screens that receive no changes. */
const REFRESH_MS = 60_000
const SHOWN_AT_FIRST = 8
const COUNT = 'min-w-5 px-1.5 rounded-[1rem] bg-accent text-[0.75rem]/5 font-[650] text-center text-on-accent forced-colors:border'

const useUnread = () => useQuery({ ...readOf(orderMessageCalls.unread), refetchInterval: REFRESH_MS }).data

/** The number of unread messages, beside the menu's entry of the orders. */
export function UnreadCount() {
  const unread = useUnread()
  if (!unread || unread.count === 0) return null
  return (
    <>
      <span aria-hidden="true" className={`${COUNT} ms-auto figures`}>
        {formatCount(unread.count)}
      </span>
      <span className="sr-only">{words.newMessages(unread.count)}</span>
    </>
  )
}

/** Links to the orders with unread messages, above a list of orders; nothing without any. */
export function UnreadOrders() {
  const unread = useUnread()
  const [showsAll, setShowsAll] = useState(false)
  if (!unread || unread.orders.length === 0) return null
  const { orders } = unread
  const shown = showsAll ? orders : orders.slice(0, SHOWN_AT_FIRST)
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
      <span className="font-semibold">{words.inOrders}</span>
      {shown.map(({ _id, number, name, unread: count }) => (
        <Link
          key={_id}
          to={paths.order(_id)}
          title={name}
          aria-label={words.ofOrder(number, count)}
          className="link inline-flex items-center gap-1"
        >
          {number} <span className={COUNT}>{formatCount(count)}</span>
        </Link>
      ))}
      {shown.length < orders.length && (
        <button type="button" className="link" onClick={() => setShowsAll(true)}>
          {words.showAll(orders.length)}
        </button>
      )}
    </p>
  )
}
