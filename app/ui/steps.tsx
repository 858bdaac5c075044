import { Link } from 'react-router'

type StepsProps = {
  /** Names the list. */
  label: string
  /** A step with `to` can be returned to. */
  steps: { label: string; to?: string }[]
  /** Index of the step that the user is at; the number of steps when all are done. */
  current: number
}

/** The steps of a task, and the one that the user is at. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol aria-label={label} className="steps mt-2 mb-5 flex flex-wrap gap-x-0 gap-y-1 text-sm text-soft">
      {steps.map((step, index) => (
        <li
          key={step.label}
          className="flex items-center gap-2 min-h-11 aria-[current]:text-ink aria-[current]:font-semibold"
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          {step.to && index < current ? (
            <Link to={step.to} className="inline-flex items-center min-h-11 underline underline-offset-[0.2em]">
              {step.label}
            </Link>
          ) : (
            step.label
          )}
        </li>
      ))}
    </ol>
  )
}
