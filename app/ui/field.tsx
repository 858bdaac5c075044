import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { EyeIcon, EyeOffIcon } from '#app/ui/eye-icons.tsx'
import { controlWords as words } from '#app/words/controls.ts'

/** Attributes that connect a control with its label, hint and error. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldFrame = {
  label: ReactNode
  /** Message under the control; the control is invalid while there is one. */
  error?: string | undefined
  /** Hint under the control. */
  hint?: ReactNode
  /** At the end of the label's line, such as a button that resets the value. */
  beside?: ReactNode
}

type FieldProps = FieldFrame & {
  id?: string | undefined
  className?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** The hint is below the control, so that controls side by side stand at one height whether they have one or not. */
export function Field({ label, error, hint, beside, id, className = '', children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const errorId = `${controlId}-error`
  const hintId = `${controlId}-hint`
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined
  const labelled = (
    <label htmlFor={controlId} className="field-label">
      {label}
    </label>
  )
  return (
    <div className={`field ${className}`}>
      {beside ? (
        <div className="flex items-start justify-between gap-3">
          {labelled}
          {beside}
        </div>
      ) : (
        labelled
      )}
      {children({ id: controlId, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className="field-hint mt-1">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** One line of text, or a file with `type="file"`. The rest of its props, `ref` included, reach the input. */
export function TextField({ label, error, hint, beside, id, className, ...input }: FieldFrame & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} beside={beside} id={id} className={className}>
      {(control) => <input type="text" {...input} {...control} className="control" />}
    </Field>
  )
}

export function TextArea({ label, error, hint, beside, id, className, ...area }: FieldFrame & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} beside={beside} id={id} className={className}>
      {(control) => <textarea rows={5} {...area} {...control} className="control" />}
    </Field>
  )
}

type SelectFieldProps = FieldFrame & ComponentProps<'select'> & { options: readonly (readonly [value: string | number, text: string])[] }

export function SelectField({ label, error, hint, id, className, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} id={id} className={className}>
      {(control) => (
        <select {...select} {...control} className="control">
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A password with a button that shows and hides it. Set `autoComplete` to 'current-password' or 'new-password'. */
export function PasswordField({ label, error, hint, id, className, ...input }: FieldFrame & ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint} id={id} className={className}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} type={shown ? 'text' : 'password'} className="control pr-12" />
          <button
            type="button"
            className="absolute inset-y-0 right-0 grid place-items-center w-11 text-soft cursor-pointer hover:text-ink"
            aria-label={shown ? words.hidePassword : words.showPassword}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </div>
      )}
    </Field>
  )
}

type CheckFieldProps = Omit<FieldFrame, 'hint' | 'beside'> & ComponentProps<'input'>

/** A box to tick, its label beside it. */
export function CheckField({ label, error, id, className = '', ...input }: CheckFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const errorId = `${controlId}-error`
  return (
    <div className={`field ${className}`}>
      <div className="flex items-start min-h-11">
        <input
          {...input}
          type="checkbox"
          id={controlId}
          className="check-box"
          aria-describedby={error ? errorId : undefined}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={controlId} className="flex-1 pt-2.5 pr-0 pb-2.5 pl-3 cursor-pointer">
          {label}
        </label>
      </div>
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
