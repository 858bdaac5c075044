import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '#contract/basics/figures.ts'
import { paperCalls } from '#contract/payments/papers.ts'
import { LoadFailed } from '#app/ui/failure.tsx'
import { MailPaper } from '#app/invoices/mail-paper.tsx'
import { PlainDay } from '#app/ui/time.tsx'
import { SavePaper } from '#app/invoices/save-papers.tsx'
import { readOf } from '#app/api/queries.ts'
import { paperWords as words } from '#app/words/papers.ts'

/** Invoice and credit notes of an order's payment; `none` while there are none. */
export function OrderPapers({ orderId, none = null }: { orderId: string; none?: ReactNode }) {
  const papers = useQuery(readOf(paperCalls.ofOrder, { params: { id: orderId } }))
  if (!papers.data) return papers.error ? <LoadFailed query={papers} /> : null
  if (papers.data.length === 0) return none
  return (
    <ul aria-label={words.ofOrder} className="mt-3">
      {papers.data.map((paper) => (
        <li key={paper._id} className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-3">
          <span>
            <span className="font-semibold figures">
              {words.kinds[paper.kind]} {paper.number}
            </span>
            <span className="block figures text-soft">
              <PlainDay value={paper.issuedOn} /> · {formatAmount(paper.total)}
            </span>
          </span>
          <span className="flex flex-wrap gap-2">
            <SavePaper paper={paper} />
            <MailPaper paper={paper} />
          </span>
        </li>
      ))}
    </ul>
  )
}
