import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import { MAXIMUM_HOLIDAYS } from '#contract/shop/shop-settings.ts'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
import type { SettingsFields } from '#app/shop-settings/settings-fields.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

/** Days on which the shop is closed. */
export function HolidayFields({ form }: { form: UseFormReturn<SettingsFields> }) {
  const field = fieldsOf(form)
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'holidays' })
  return (
    <Panel role="group" aria-label={words.holidays} className="grid grid-cols-1 gap-4">
      <div>
        <h3 className="text-lg">{words.holidays}</h3>
        <p className="text-sm text-soft">{words.holidaysLead}</p>
      </div>
      {fields.map(({ id, name }, index) => (
        <div key={id} className="flex flex-wrap items-end gap-3">
          <TextField {...field(`holidays.${index}.name`)} label={words.holidayName} maxLength={80} />
          <TextField {...field(`holidays.${index}.from`, filled(words.dayMissing))} label={words.from} type="date" />
          <TextField {...field(`holidays.${index}.to`, filled(words.dayMissing))} label={words.to} type="date" />
          <IconButton label={words.removeHoliday(name)} icon={<TrashIcon />} onClick={() => remove(index)} />
        </div>
      ))}
      {fields.length < MAXIMUM_HOLIDAYS && (
        <Button variant="secondary" className="justify-self-start" onClick={() => append({ name: '', from: '', to: '' })}>
          {words.addHoliday}
        </Button>
      )}
    </Panel>
  )
}
