import { shortDayText } from '#contract/basics/day-text.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { beginOf, dayOf, isBackwards, lastMonthOf, timesOf, type Days } from '#app/ui/days.ts'
import { withChoices } from '#app/ui/list-choices.ts'
import { tableWords as words } from '#app/words/tables.ts'

/** Earlier days are only typed on the way to a later one: a year is entered digit by digit. */
const FIRST_DAY = '2000-01-01'

const daysIn = (search: URLSearchParams): Days => {
  const dayIn = (name: string) => {
    const day = search.get(name) ?? ''
    return beginOf(day) ? day : ''
  }
  return { from: dayIn('from'), to: dayIn('to') }
}

/** The days in the address for a query by days, both inclusive. Days in the wrong order are none. */
export function useDays(): Partial<Days> {
  const days = daysIn(useSearchParams()[0])
  if (isBackwards(days)) return {}
  return { ...(days.from !== '' && { from: days.from }), ...(days.to !== '' && { to: days.to }) }
}

/** The days in the address as bounds of a query, in the reader's time zone. */
export const useDateRange = () => timesOf(daysIn(useSearchParams()[0]))

/**
 * Days of a list, both inclusive, which are kept in the address. A chip says which; it opens two dates, and ranges that
 * are often wanted.
 */
export function DateRange({ label }: { label: string }) {
  const [search, setSearch] = useSearchParams()
  const days = daysIn(search)
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const errorId = useId()
  const problem = isBackwards(days)
  // The day on which the list was opened.
  const [now] = useState(() => new Date())
  const lastDays = (count: number): Days => ({ from: dayOf(now, 1 - count), to: dayOf(now) })
  const choices: [label: string, days: Days][] = [
    [words.allDays, { from: '', to: '' }],
    [words.today, lastDays(1)],
    [words.lastDays(7), lastDays(7)],
    [words.lastDays(30), lastDays(30)],
    [words.lastMonth, lastMonthOf(now)],
  ]
  const isChosen = ({ from, to }: Days) => from === days.from && to === days.to
  const [chosen = words.days(nameOf(days.from), nameOf(days.to))] = choices.find(([, range]) => isChosen(range)) ?? []
  // A second day may be chosen before the first one has reached the address.
  const asked = useRef(search)
  useEffect(() => {
    asked.current = search
  }, [search])
  const choose = (changed: Partial<Days>) => {
    asked.current = withChoices(asked.current, { ...daysIn(asked.current), ...changed })
    setSearch(asked.current, { replace: true })
  }
  const field = { invalid: problem, errorId }
  return (
    <>
      <button
        type="button"
        className="chip cursor-pointer after:content-['▾'_/_''] after:text-soft data-problem:border-danger data-problem:text-danger"
        popoverTarget={id}
        data-problem={problem || undefined}
      >
        <span className="sr-only">{label}: </span>
        {chosen}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className="list-menu p-4 [position-area:block-end_span-inline-end] grid-cols-[1fr_1fr] gap-2 max-w-[calc(100vw-2rem)] [&:popover-open]:grid"
      >
        <DayField {...field} label={words.fromDay} day={days.from} onChange={(from) => choose({ from })} />
        <DayField {...field} label={words.toDay} day={days.to} onChange={(to) => choose({ to })} />
        {problem && (
          <p id={errorId} role="alert" className="field-error col-span-full">
            {words.daysBackwards}
          </p>
        )}
        {choices.map(([text, range]) => (
          <Link
            key={text}
            to={`?${withChoices(search, range)}`}
            className="chip justify-center"
            aria-current={isChosen(range) || undefined}
            onClick={() => menu.current?.hidePopover()}
          >
            {text}
          </Link>
        ))}
      </div>
    </>
  )
}

const nameOf = (day: string) => (beginOf(day) ? shortDayText(day) : '')

type DayFieldProps = { label: string; day: string; invalid: boolean; errorId: string; onChange: (day: string) => void }

function DayField({ label, day, invalid, errorId, onChange }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  // The browser keeps incomplete input; only another choice replaces it.
  useEffect(() => {
    if (input.current && input.current.value !== day) input.current.value = day
  }, [day])
  return (
    <label className="col-span-full grid grid-cols-[3rem_1fr] items-center text-sm">
      {label}
      <input
        ref={input}
        type="date"
        min={FIRST_DAY}
        defaultValue={day}
        className="control"
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? errorId : undefined}
        onChange={({ target: { value, validity } }) => {
          if (validity.valid && value !== day) onChange(value)
        }}
      />
    </label>
  )
}
