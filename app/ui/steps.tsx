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
    <ol aria-label={label} className="steps">
      {steps.map((step, index) => (
        <li key={step.label} aria-current={index === current ? 'step' : undefined} data-done={index < current || undefined}>
          {step.to && index < current ? <Link to={step.to}>{step.label}</Link> : step.label}
        </li>
      ))}
    </ol>
  )
}
