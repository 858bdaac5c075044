import { useId } from 'react'

export type Choice<Value extends string> = {
  value: Value
  title: string
  /** What it means, in a sentence. */
  lead: string
  /** Why it cannot be chosen now; takes the place of `lead`. */
  problem?: string | undefined
}

type ChoiceTilesProps<Value extends string> = {
  /** The question. */
  label: string
  choices: readonly Choice<Value>[]
  chosen: Value | undefined
  onChoose: (value: Value) => void
  disabled?: boolean
}

const TILE = [
  'flex items-start gap-3 px-4 py-3 border border-edge rounded-box cursor-pointer',
  'has-checked:border-accent has-checked:bg-accent-tint has-checked:[box-shadow:inset_0_0_0_1px_var(--color-accent)]',
  'has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
  'has-disabled:border-line has-disabled:bg-sunken has-disabled:cursor-not-allowed',
].join(' ')

/** One of a few choices, each an equal tile with what it means; side by side where there is room. Arrow keys choose. */
export function ChoiceTiles<Value extends string>({ label, choices, chosen, onChoose, disabled }: ChoiceTilesProps<Value>) {
  const id = useId()
  return (
    <fieldset disabled={disabled} className="@container min-w-0">
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="grid auto-rows-fr gap-2 @2xl:grid-flow-col @2xl:auto-cols-fr">
        {choices.map(({ value, title, lead, problem }) => (
          <label key={value} className={TILE}>
            <input
              type="radio"
              name={id}
              className="mt-1 size-4 flex-none accent-accent outline-none"
              checked={value === chosen}
              disabled={problem !== undefined}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-lead`}
              onChange={() => onChoose(value)}
            />
            <span className="min-w-0">
              <span id={`${id}-${value}`} className="block font-semibold">
                {title}
              </span>
              <span id={`${id}-${value}-lead`} className="block text-sm text-soft">
                {problem ?? lead}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
