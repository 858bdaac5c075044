import { useRef } from 'react'
import { get, useFieldArray, type FieldError, type UseFormReturn } from 'react-hook-form'
import type { MethodForm } from '#app/freight/method-fields.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PlusIcon, TrashIcon } from '#app/ui/icons.tsx'

type RowsOf = 'weightSteps' | 'valueSteps' | 'postalCodes'

type TypedRowsProps<Name extends RowsOf> = {
  form: UseFormReturn<MethodForm>
  name: Name
  title: string
  hint?: string
  columns: readonly (readonly [key: keyof MethodForm[Name][number] & string, label: string])[]
  most: number
  maxLength?: number
  /** Names row and button for screen readers. */
  row: (number: number) => string
  remove: (number: number) => string
  add: string
}

/** Rows of two typed values, such as the steps of a price. */
export function TypedRows<Name extends RowsOf>({
  form,
  name,
  title,
  hint,
  columns,
  most,
  maxLength = 16,
  row,
  remove,
  add,
}: TypedRowsProps<Name>) {
  const rows = useFieldArray({ control: form.control, name: name as RowsOf })
  const addButton = useRef<HTMLButtonElement>(null)
  const problemAt = (path: string) => (get(form.formState.errors, path) as FieldError | undefined)?.message
  const empty = Object.fromEntries(columns.map(([key]) => [key, ''])) as MethodForm[Name][number]
  return (
    <fieldset>
      <legend className="field-label">{title}</legend>
      {hint && <p className="field-hint -mt-1 mb-1.5">{hint}</p>}
      <ol className="grid gap-3">
        {rows.fields.map(({ id }, index) => (
          <li key={id} className="flex items-start gap-2">
            {columns.map(([key, label]) => {
              const path = `${name}.${index}.${key}`
              return (
                <TextField
                  key={key}
                  {...form.register(path as 'name')}
                  error={problemAt(path)}
                  className="min-w-0 flex-1"
                  label={
                    <>
                      <span className="sr-only">{row(index + 1)} </span>
                      {label}
                    </>
                  }
                  inputMode={name === 'postalCodes' ? 'text' : 'decimal'}
                  autoComplete="off"
                  maxLength={maxLength}
                />
              )
            })}
            <IconButton
              label={remove(index + 1)}
              icon={<TrashIcon />}
              className="mt-8 shrink-0"
              onClick={() => {
                rows.remove(index)
                // The button that had the focus is gone.
                addButton.current?.focus()
              }}
            />
          </li>
        ))}
      </ol>
      {problemAt(name) && <p className="field-error">{problemAt(name)}</p>}
      <Button ref={addButton} variant="secondary" className="mt-3" disabled={rows.fields.length >= most} onClick={() => rows.append(empty)}>
        <PlusIcon />
        {add}
      </Button>
    </fieldset>
  )
}
