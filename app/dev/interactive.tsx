import { useState } from 'react'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Field, TextField } from '#app/ui/field.tsx'
import { InlineEdit } from '#app/ui/inline-edit.tsx'
import { SideSheet } from '#app/ui/side-sheet.tsx'
import { OPENS_HERE, useOpened } from '#app/ui/use-opened.ts'
import { useCombobox } from '#app/ui/use-combobox.tsx'
import '#app/styles/dashboard.css'
import '#app/styles/list-tools.css'
import '#app/styles/order-lists.css'

const groups = [
  { label: 'Boards', options: ['Main Board', 'T-Con Board', 'Power Board'] },
  { label: 'Cables', options: ['Flat cable', 'Ribbon cable'] },
]

/** A field with options; `groups` are those that fit the text. */
export function Combobox({ label, alwaysSelects = false }: { label: string; alwaysSelects?: boolean }) {
  const id = `combobox-${alwaysSelects}`
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const fitting = groups
    .map((group) => ({ ...group, options: group.options.filter((one) => one.toLowerCase().includes(typed.toLowerCase())) }))
    .filter(({ options }) => options.length > 0)
  const { field, onKey, unselect, list } = useCombobox({
    id,
    label: `Options of ${label}`,
    groups: isOpen ? fitting : [],
    keyOf: (option) => option.replace(/\W/g, ''),
    renderOption: (option) => <span className="col-span-2 font-semibold">{option}</span>,
    onPick: (option) => {
      setTyped(option)
      setIsOpen(false)
    },
    onEscape: () => setIsOpen(false),
    alwaysSelects,
    className: 'part-options',
  })
  return (
    <Field label={label} id={id} className="relative">
      {(control) => (
        <>
          <input
            {...control}
            {...field}
            type="text"
            className="control"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setIsOpen(true)
              unselect()
            }}
            onKeyDown={onKey}
            onBlur={() => setIsOpen(false)}
          />
          {list}
        </>
      )}
    </Field>
  )
}

/** Values that are saved, refused, and never answered. */
export function InlineEdits() {
  const [saved, setSaved] = useState('2000')
  const [isBusy, setIsBusy] = useState(false)
  const common = { inputMode: 'numeric', validate: (typed: string) => /^\d+$/.test(typed) || 'Enter a whole number.' } as const
  return (
    <div className="flex flex-wrap gap-60 pb-14">
      <InlineEdit
        {...common}
        what="the saved value"
        shown={saved}
        value={saved}
        busy={false}
        onSave={(typed, _, { done }) => {
          setSaved(typed)
          done()
        }}
      >
        {saved}
      </InlineEdit>
      <InlineEdit
        {...common}
        what="the refused value"
        shown="3000"
        value="3000"
        busy={false}
        onSave={(_typed, _before, { refused }) => refused('What the server says against it.')}
      >
        3000
      </InlineEdit>
      <InlineEdit {...common} what="the waiting value" shown="4000" value="4000" busy={isBusy} onSave={() => setIsBusy(true)}>
        4000
      </InlineEdit>
    </div>
  )
}

/** Sheets of facts, and one with text that is not saved. */
export function SideSheets() {
  const { openedId, hrefOf, close } = useOpened()
  const [text, setText] = useState('')
  return (
    <div className="flex flex-wrap gap-4">
      <ButtonLink to={hrefOf('sheet')} {...OPENS_HERE} variant="secondary">
        Open sheet
      </ButtonLink>
      <ButtonLink to={hrefOf('form sheet')} {...OPENS_HERE} variant="secondary">
        Open form sheet
      </ButtonLink>
      {openedId === 'sheet' && (
        <SideSheet title="A sheet" onClose={close}>
          <Facts>
            <Fact title="Name">Value</Fact>
          </Facts>
          <p className="whitespace-pre-line wrap-anywhere">{'A long text.\n'.repeat(80)}</p>
        </SideSheet>
      )}
      {openedId === 'form sheet' && (
        <SideSheet title="A sheet with a form" onClose={close} hasUnsavedText={text !== ''}>
          <TextField label="Text that is not saved" value={text} onChange={({ target }) => setText(target.value)} />
          <Button onClick={() => setText('')}>Save</Button>
        </SideSheet>
      )}
    </div>
  )
}
