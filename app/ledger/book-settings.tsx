import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { chartDefaults, charts, type BookSettings as Settings, type ChartEntry } from '#contract/payments/charts.ts'
import { ledgerCalls, ledgerMessages } from '#contract/payments/ledger.ts'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { readOf } from '#app/api/queries.ts'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { booksWords as words } from '#app/words/books.ts'

const entries = Object.keys(chartDefaults.SKR03) as ChartEntry[]
const MONTHS = Array.from({ length: 12 }, (_, index) => [index + 1, String(index + 1)] as const)

/** Sets chart of accounts and numbers of the DATEV export. */
export const BookSettings = () => (
  <DialogButton renderDialog={(onClose) => <SettingsDialog onClose={onClose} />}>{words.settings}</DialogButton>
)

type Fields = { chart: Settings['chart']; consultant: string; client: string; yearBegins: string; numbers: Record<ChartEntry, string> }

const typedOf = ({ consultant, client, yearBegins, numbers, ...rest }: Settings): Fields => ({
  ...rest,
  consultant: String(consultant),
  client: String(client),
  yearBegins: String(yearBegins),
  numbers: Object.fromEntries(entries.map((entry) => [entry, numbers[entry] ?? ''])) as Fields['numbers'],
})

function SettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(readOf(ledgerCalls.settings))
  const saved = settings.data as Settings | undefined
  const form = useForm<Fields>({ ...(saved && { values: typedOf(saved) }), resetOptions: { keepDirtyValues: true } })
  const save = useFormAction({
    form,
    send: ({ chart, consultant, client, yearBegins, numbers: typed }: Fields) =>
      callApi(ledgerCalls.saveSettings, {
        body: {
          chart,
          consultant: Number(consultant),
          client: Number(client),
          yearBegins: Number(yearBegins),
          numbers: Object.fromEntries(Object.entries(typed).filter(([, number]) => number !== '')),
        },
      }),
    onDone: () => toast.success(words.saved),
    onClose,
    changes: [ledgerCalls.settings, ledgerCalls.trialBalance],
  })
  const field = fieldsOf(form)
  const defaults = chartDefaults[form.watch('chart') ?? 'SKR03']
  return (
    <FormDialog
      title={words.settings}
      lead={words.settingsLead}
      submit={words.save}
      action={save}
      disabled={!saved}
      onSubmit={form.handleSubmit(save.run)}
      onClose={onClose}
    >
      {saved ? (
        <>
          <SelectField label={words.chart} options={charts.map((chart) => [chart, words.charts[chart]] as const)} {...field('chart')} />
          <TextField label={words.consultant} inputMode="numeric" {...field('consultant')} />
          <TextField label={words.client} inputMode="numeric" {...field('client')} />
          <SelectField label={words.yearBegins} options={MONTHS} {...field('yearBegins')} />
          {entries.map((entry) => (
            <TextField
              key={entry}
              label={words.entries[entry]}
              inputMode="numeric"
              placeholder={defaults[entry]}
              {...field(`numbers.${entry}`, { pattern: { value: /^\d{4,5}$/, message: ledgerMessages.numberWrong } })}
            />
          ))}
        </>
      ) : (
        <Loading query={settings} />
      )}
    </FormDialog>
  )
}
