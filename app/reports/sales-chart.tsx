import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { PeriodSales, SalesPeriod } from '#contract/shop/reports.ts'
import { nameOfPeriod, type Measure } from '#app/reports/sales-period.ts'
import { overviewWords as words } from '#app/words/overview.ts'

type SalesChartProps = {
  periods: PeriodSales[]
  by: SalesPeriod
  measure: Measure
  /** When the figures were read: the last period is not over then. */
  at: string
  /** Time zone of the periods. */
  zone: string
}

const HEIGHT = 220
const AXIS_WIDTH = 64
const LEGEND_LINE = 'before:inline-block before:w-5 before:me-2 before:align-middle'
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const shortDollars = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1, style: 'currency', currency: 'USD' })

/** Bars of each period, and a line of the time before. Arrow keys go from bar to bar and read its figures. */
export function SalesChart({ periods, by, measure, at, zone }: SalesChartProps) {
  const title = words.chart(words.measures[measure], words.periods[by])
  const format = measure === 'turnover' ? words.amount : words.count
  const data = periods.map((period) => ({
    name: period.to > at ? `${nameOfPeriod(period.from, by, zone)} (${words.soFar})` : nameOfPeriod(period.from, by, zone),
    tick: nameOfPeriod(period.from, by, zone),
    now: period[measure],
    before: period.before[measure],
  }))
  return (
    <figure className="sales-chart min-h-55 text-[0.8125rem]" aria-label={title}>
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 800, height: HEIGHT }}>
        <ComposedChart data={data} title={title} desc={words.chartHint} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} />
          <XAxis dataKey="tick" tickLine={false} minTickGap={24} />
          <YAxis
            width={AXIS_WIDTH}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            tickFormatter={(value: number) => (measure === 'turnover' ? shortDollars : short).format(value)}
          />
          <Tooltip
            formatter={(value) => format(Number(value))}
            labelFormatter={(_, shown) => (shown[0]?.payload as { name: string } | undefined)?.name}
            isAnimationActive={false}
          />
          <Bar dataKey="now" name={words.now} className="chart-now" isAnimationActive={false} maxBarSize={32} />
          <Line dataKey="before" name={words.earlier} className="chart-before" dot={false} isAnimationActive={false} type="linear" />
        </ComposedChart>
      </ResponsiveContainer>
      <figcaption className="mt-2 flex justify-center gap-6 text-soft">
        <span className={`${LEGEND_LINE} before:[border-top:0.625rem_solid_var(--color-accent)]`}>{words.now}</span>
        <span className={`${LEGEND_LINE} before:[border-top:2px_dashed_var(--color-edge)]`}>{words.earlier}</span>
      </figcaption>
    </figure>
  )
}
