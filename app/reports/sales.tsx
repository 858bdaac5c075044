import { useState } from 'react'
import type { OpenWork, PeriodSales, Sales as Figures, SalesPeriod, SalesReport } from '#contract/shop/reports.ts'
import { SalesChart } from '#app/reports/sales-chart.tsx'
import { measures, nameOfPeriod, useSalesPeriod } from '#app/reports/sales-period.ts'
import { SaveTable } from '#app/reports/save-table.tsx'
import { Button } from '#app/ui/button.tsx'
import { FilterChips } from '#app/ui/filter-chips.tsx'
import { KeyFigures, type KeyFigure } from '#app/ui/key-figures.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { overviewWords as words } from '#app/words/overview.ts'

type SalesProps = {
  report: SalesReport
  stock: OpenWork['stock']
  /** Of the period chosen before, until the new one is read. */
  isOld: boolean
}

/** Sales beside the time before: figures, and a chart with the table behind it. */
export function Sales({ report, stock, isOld }: SalesProps) {
  const { by, measure, zone } = useSalesPeriod()
  const [isTable, setTable] = useState(false)
  const name = `${words.sales}, ${words.periods[by]}`
  return (
    <section className="panel panel-dense grid grid-cols-1 gap-2 [&_.chips]:m-0" aria-label={words.sales} aria-busy={isOld || undefined}>
      <div className="list-head">
        <h3 className="text-lg">{words.sales}</h3>
        <div className="list-head-actions ms-auto">
          <FilterChips label={words.period} name="by" chips={periodChips} />
          <Button variant="secondary" onClick={() => setTable(!isTable)}>
            {isTable ? words.showChart : words.showTable}
          </Button>
          <SaveTable
            name={name}
            head={columnsBy(by, report.zone).map(({ title }) => title)}
            rows={report.periods.map((period) => cellsOf(period))}
          />
        </div>
      </div>
      {report.zone !== zone && <p className="text-soft">{words.otherZone(zone, report.zone)}</p>}
      <Totals report={report} stock={stock} />
      {isTable ? (
        <Table wide caption={name} columns={columnsBy(by, report.zone)} rows={report.periods.toReversed()} rowKey={({ from }) => from} />
      ) : (
        <>
          <FilterChips label={words.measure} name="figure" chips={measureChips} />
          <SalesChart periods={report.periods} by={by} measure={measure} at={report.at} zone={report.zone} />
        </>
      )}
    </section>
  )
}

const periodChips = (['day', 'week', 'month'] as const).map((period) => ({
  value: period === 'day' ? '' : period,
  label: words.periods[period],
  count: undefined,
}))

const measureChips = measures.map((measure) => ({
  value: measure === 'turnover' ? '' : measure,
  label: words.measures[measure],
  count: undefined,
}))

function Totals({ report: { total, before, refunded, freight, quotes }, stock }: Pick<SalesProps, 'report' | 'stock'>) {
  const compared = (of: keyof Figures, format: (figure: number) => string) => ({
    value: format(total[of]),
    change: words.change(total[of], before[of]),
    note: words.before(format(before[of])),
  })
  const figures: KeyFigure[] = [
    { title: words.measures.turnover, ...compared('turnover', words.amount), note: words.turnoverBasis },
    { title: words.measures.orders, ...compared('orders', words.count) },
    { title: words.measures.pieces, ...compared('pieces', words.count), note: words.withoutRefunded },
    ...(freight === undefined ? [] : [{ title: words.freight, value: words.amount(freight), note: words.freightBasis }]),
    { title: words.refunded, value: words.amount(refunded), note: words.withoutTax },
    {
      title: words.quotes(quotes.days),
      value: words.ordered(quotes.now.ordered, quotes.now.saved),
      note: words.before(words.ordered(quotes.before.ordered, quotes.before.saved)),
    },
    { title: words.stock, value: words.amount(stock.value), note: words.pieces(stock.pieces) },
  ]
  return <KeyFigures figures={figures} />
}

const columnsBy = (by: SalesPeriod, zone: string): Column<PeriodSales>[] => [
  { title: words.columns.from, card: 'name', cell: ({ from }) => nameOfPeriod(from, by, zone) },
  { title: words.columns.turnover, align: 'end', cell: ({ turnover }) => words.amount(turnover) },
  { title: words.columns.turnoverBefore, align: 'end', cell: ({ before }) => words.amount(before.turnover) },
  { title: words.columns.orders, align: 'end', cell: ({ orders }) => words.count(orders) },
  { title: words.columns.ordersBefore, align: 'end', cell: ({ before }) => words.count(before.orders) },
  { title: words.columns.pieces, align: 'end', cell: ({ pieces }) => words.count(pieces) },
  { title: words.columns.piecesBefore, align: 'end', cell: ({ before }) => words.count(before.pieces) },
]

/** As in the columns, with the whole time of the beginning. */
const cellsOf = ({ from, turnover, orders, pieces, before }: PeriodSales) => [
  from,
  turnover,
  before.turnover,
  orders,
  before.orders,
  pieces,
  before.pieces,
]
