import type { ComponentProps } from 'react'
import { COLOUR_PATTERN } from '#contract/basics/colours.ts'
import { Field, type TextField } from '#app/ui/field.tsx'
import { controlWords as words } from '#app/words/controls.ts'

const COLOUR = new RegExp(COLOUR_PATTERN)

type ColourFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'label'> & {
  label: string
  value: string
  /** Called with the colour that is chosen in the browser's dialog. */
  onPick: (colour: string) => void
}

/** A colour as #rrggbb: as a text, and chosen in the browser's dialog beside it. */
export function ColourField({ label, error, hint, beside, id, className, value, onPick, ...input }: ColourFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} beside={beside} id={id} className={className}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={words.chooseColour(label)}
            className="control p-1 w-14 flex-none cursor-pointer"
            value={COLOUR.test(value) ? value.toLowerCase() : '#000000'}
            onChange={({ target }) => onPick(target.value)}
          />
          <input type="text" {...input} {...control} className="control max-w-40" maxLength={7} spellCheck={false} />
        </div>
      )}
    </Field>
  )
}
