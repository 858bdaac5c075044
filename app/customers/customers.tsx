import { Suspense } from 'react'
import { useParams } from 'react-router'
import { pageMeta } from '#app/layout/page-meta.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { customerWords as words } from '#app/words/customers.ts'

/** Loaded separately, so that the route table, which is part of every page, names few of their files. */
const List = lazyPart(async () => (await import('./customer-list.tsx')).CustomerList)
const One = lazyPart(async () => (await import('./one-customer.tsx')).OneCustomer)

export const meta = pageMeta(words.title)

/** All customers, or one of them. */
export default function Customers() {
  const { id } = useParams()
  return <Suspense fallback={<Spinner />}>{id === undefined ? <List /> : <One key={id} id={id} />}</Suspense>
}
