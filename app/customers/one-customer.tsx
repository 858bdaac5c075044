import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { customerCalls, type CustomerInFull } from '#contract/people/customers.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Credit } from '#app/customers/customer-credit.tsx'
import { CustomerNotes } from '#app/customers/customer-notes.tsx'
import { NewestOrders, NewestQuotes } from '#app/customers/customer-sales.tsx'
import { CustomerState } from '#app/customers/customer-list.tsx'
import { ExportData } from '#app/customers/export-data.tsx'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { isUnknown, Loading } from '#app/ui/failure.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { useSession } from '#app/identity/session.tsx'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { OrderLink } from '#app/orders/order-link.tsx'
import { readOf } from '#app/api/queries.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { mailTo } from '#app/ui/mail-to.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { BlockAccount } from '#app/users/block-account.tsx'
import { customerWords as words } from '#app/words/customers.ts'

/** One customer: account, sales, notes, newest orders, quotes and messages. */
export function OneCustomer({ id }: { id: string }) {
  const customer = useQuery(readOf(customerCalls.one, { params: { id } }))
  if (isUnknown(customer.error)) return <NotFoundText />
  if (!customer.data) return <Loading query={customer} title={words.one} skeleton={<Skeleton rows={6} />} />
  return <CustomerPage customer={customer.data} />
}

function CustomerPage({ customer }: { customer: CustomerInFull }) {
  const { identity, isAdmin } = useSession()
  const isOther = customer.email !== identity?.email
  const mayReach = isAdmin || !customer.isStaff
  return (
    <section className="grid grid-cols-1 gap-4 text-sm">
      <Breadcrumb above={[{ to: dashboardPaths.customers, label: words.title }]} here={customer.displayName || customer.email} />
      <div className="list-head">
        <h2 className="flex flex-wrap items-center gap-3 text-xl">
          <span>{customer.displayName || customer.email}</span> <CustomerState customer={customer} />
        </h2>
        <div className="list-head-actions">
          {(mayReach || !isOther) && <ExportData userId={customer._id} fileName={words.exportFile(customer.email)} label={words.export} />}
          {isOther && mayReach && <BlockAccount email={customer.email} blocked={customer.blocked} />}
          {isOther && customer.role === '' && (
            <Allowed call={customerCalls.erase}>
              <EraseCustomer customer={customer} />
            </Allowed>
          )}
        </div>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Account customer={customer} />
        <Sales customer={customer} />
      </div>
      <Credit customerId={customer._id} />
      <CustomerNotes customer={customer} />
      <NewestOrders email={customer.email} />
      <NewestQuotes email={customer.email} />
      <Messages customer={customer} />
    </section>
  )
}

const Account = ({ customer }: { customer: CustomerInFull }) => (
  <Panel>
    <h3 className="mb-2 text-base font-semibold">{words.account}</h3>
    <Facts>
      <Fact title={words.email}>
        <a href={mailTo(customer.email)} className="link wrap-anywhere">
          {customer.email}
        </a>
        {!customer.emailVerified && <span className="block text-soft">{words.unconfirmed}</span>}
      </Fact>
      {customer.phone && <Fact title={words.phone}>{customer.phone}</Fact>}
      {customer.education && <Fact title={words.education}>{customer.education}</Fact>}
      {customer.address && (
        <Fact title={words.address}>
          <span className="whitespace-pre-line">{customer.address}</span>
        </Fact>
      )}
      <Fact title={words.registered}>
        <Time value={customer.createdAt} />
      </Fact>
      <Fact title={words.lastSeen}>{customer.lastSeenAt ? <Time value={customer.lastSeenAt} /> : words.never}</Fact>
    </Facts>
  </Panel>
)

const Sales = ({ customer }: { customer: CustomerInFull }) => (
  <Panel>
    <h3 className="mb-2 text-base font-semibold">{words.sales}</h3>
    <Facts>
      <Fact title={words.turnover}>{formatAmount(customer.turnover)}</Fact>
      <Fact title={words.orders}>{formatCount(customer.orders)}</Fact>
      <Fact title={words.unpaid}>{formatCount(customer.unpaid)}</Fact>
      <Fact title={words.toShip}>{formatCount(customer.toShip)}</Fact>
      <Fact title={words.refunded}>{formatAmount(customer.refunded)}</Fact>
      <Fact title={words.quotes}>{formatCount(customer.quotes)}</Fact>
    </Facts>
  </Panel>
)

/** On orders and by the contact form, the newest first. */
const Messages = ({ customer: { messages } }: { customer: CustomerInFull }) => (
  <Panel>
    <h3 className="mb-2 text-base font-semibold">{words.messages}</h3>
    {messages.length === 0 && <p className="text-soft">{words.noMessages}</p>}
    <ul className="divide-y divide-line">
      {messages.map(({ _id, orderId, orderNumber, side, text, sentAt }) => (
        <li key={_id} className="grid gap-1 py-2">
          <span className="text-soft">
            <span>{side === 'shop' ? words.ofShop : words.ofCustomer} · </span>
            {orderId ? <OrderLink orderId={orderId}>{orderNumber}</OrderLink> : <span>{words.contactForm}</span>}
            <span> · </span>
            <Time value={sentAt} />
          </span>
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ul>
  </Panel>
)

function EraseCustomer({ customer: { _id, email } }: { customer: CustomerInFull }) {
  const navigate = useNavigate()
  return (
    <ConfirmedAction
      button={words.erase}
      question={words.eraseQuestion(email)}
      reason={{ label: words.eraseConfirm, hint: words.eraseConfirmHint, maxLength: TEXT_LIMITS.email, missing: words.eraseMissing }}
      send={(typed) => callApi(customerCalls.erase, { params: { id: _id }, body: { email: typed.trim() } })}
      onDone={async ({ orders }) => {
        toast.success(words.erased(formatCount(orders)))
        await navigate(dashboardPaths.customers)
      }}
      changes={[customerCalls.page]}
    >
      {words.eraseExplained}
    </ConfirmedAction>
  )
}
