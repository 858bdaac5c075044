import { Link } from 'react-router'
import { CheckIcon } from '#app/ui/icons.tsx'

type StepsProps = {
  /** Names the list. */
  label: string
  /** A step with `to` can be returned to. */
  steps: { label: string; to?: string }[]
  /** Index of the step that the user is at; the number of steps when all are done. */
  current: number
}

const STEP = 'flex items-center gap-2 min-h-11 aria-[current]:text-ink aria-[current]:font-semibold [counter-increment:step]'
/** The number of a step in a circle. */
const MARK = 'before:grid before:place-items-center before:size-6 before:border before:rounded-[50%] before:font-semibold'
const MARKS = {
  current: 'before:content-[counter(step)] before:border-accent before:bg-accent before:text-on-accent',
  ahead: 'before:content-[counter(step)] before:border-edge',
}
/** From the step before. */
const LINE = 'after:-order-1 after:w-[clamp(0.75rem,3vw,2.5rem)] after:ms-2 after:border-t after:border-t-edge'

/** The steps of a task, and the one that the user is at. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol aria-label={label} className="mt-2 mb-5 flex flex-wrap gap-x-0 gap-y-1 text-sm text-soft [counter-reset:step]">
      {steps.map((step, index) => (
        <li
          key={step.label}
          className={`${STEP} ${index < current ? '' : `${MARK} ${MARKS[index === current ? 'current' : 'ahead']}`} ${index > 0 ? LINE : ''}`}
          aria-current={index === current ? 'step' : undefined}
        >
          {index < current && (
            <span className="text-success">
              <CheckIcon />
            </span>
          )}
          {step.to && index < current ? (
            <Link to={step.to} className="inline-flex items-center min-h-11 underline underline-offset-[0.2em]">
              {step.label}
            </Link>
          ) : (
            <span>{step.label}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
