import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { IconButton } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { MinusIcon, PlusIcon } from '#app/ui/icons.tsx'

/** A button that changes the number to `to`. */
type Step = { label: string; to: number; disabled: boolean }

type StepperProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: ReactNode
  error?: string | undefined
  /** The number as it is typed. */
  value: string
  onType: (typed: string) => void
  minus: Step
  plus: Step
}

/** A number with a button on each side. The up and down keys do what the buttons do. */
export function Stepper({ label, error, onType, minus, plus, onKeyDown, ...input }: StepperProps) {
  const take = ({ to, disabled }: Step) => {
    if (!disabled) onType(String(to))
  }
  const stepByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowUp: plus, ArrowDown: minus }[event.key]
    if (!step) return onKeyDown?.(event)
    event.preventDefault()
    take(step)
  }
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className="flex gap-1.5">
          <IconButton label={minus.label} icon={<MinusIcon />} variant="secondary" disabled={minus.disabled} onClick={() => take(minus)} />
          <input
            {...input}
            {...control}
            type="number"
            inputMode="numeric"
            step={1}
            className="control w-(--stepper-width,7.5rem) min-w-0 [appearance:textfield] text-center figures [&::-webkit-inner-spin-button]:appearance-none"
            onChange={(event) => onType(event.target.value)}
            onKeyDown={stepByKey}
          />
          <IconButton label={plus.label} icon={<PlusIcon />} variant="secondary" disabled={plus.disabled} onClick={() => take(plus)} />
        </div>
      )}
    </Field>
  )
}
