import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { BestCustomer, BestPart, Sales } from '#contract/shop/reports.ts'
import { SaveTable } from '#app/reports/save-table.tsx'
import { paths } from '#app/paths.ts'
import { overviewWords as words } from '#app/words/overview.ts'

const HEAD = [words.columns.turnover, words.columns.orders, words.columns.pieces]
const figuresOf = ({ turnover, orders, pieces }: Sales) => [turnover, orders, pieces]

export function BestParts({ parts }: { parts: BestPart[] }) {
  return (
    <Best
      title={words.bestParts}
      of={words.columns.part}
      rows={parts.map((part) => ({
        ...part,
        key: part.partsId,
        name: part.name,
        path: part.removed ? undefined : paths.part(part.partsId),
      }))}
      save={
        <SaveTable
          name={words.bestParts}
          head={[words.columns.part, words.columns.partNumber, ...HEAD]}
          rows={parts.map((part) => [part.name, part.partNumber, ...figuresOf(part)])}
        />
      }
    />
  )
}

export function BestCustomers({ customers }: { customers: BestCustomer[] }) {
  return (
    <Best
      title={words.bestCustomers}
      of={words.columns.customer}
      rows={customers.map((customer) => ({
        ...customer,
        key: customer.email,
        name: customer.email,
        path: `${paths.allOrder}?q=${encodeURIComponent(customer.email)}`,
      }))}
      save={
        <SaveTable
          name={words.bestCustomers}
          head={[words.columns.customer, words.columns.name, ...HEAD]}
          rows={customers.map((customer) => [customer.email, customer.displayName, ...figuresOf(customer)])}
        />
      }
    />
  )
}

type BestProps = {
  title: string
  /** What the first column names. */
  of: string
  rows: (Sales & { key: string; name: string; path: string | undefined })[]
  save: ReactNode
}

function Best({ title, of, rows, save }: BestProps) {
  const id = useId()
  return (
    <section className="grid grid-cols-1 gap-2 scroll-mt-20" aria-labelledby={id}>
      <div className="list-head">
        <h3 id={id} className="text-lg">
          {title}
        </h3>
        <div className="list-head-actions">{save}</div>
      </div>
      {rows.length === 0 ? (
        <p className="text-soft">{words.noSales}</p>
      ) : (
        <table className="values table-fixed text-sm" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col" data-align="end" className="w-36 max-sm:w-30">
                {words.columns.turnover}
              </th>
              <th scope="col" data-align="end" className="w-16">
                {words.columns.orders}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, path, turnover, orders }) => (
              <tr key={key}>
                <td className="truncate">
                  {path ? (
                    <Link to={path} className="link" title={name}>
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </td>
                <td data-align="end" className="figures">
                  {words.amount(turnover)}
                </td>
                <td data-align="end" className="figures">
                  {words.count(orders)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
