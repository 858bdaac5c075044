import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { chartDefaults, charts, type BookSettings as Settings, type ChartEntry } from '#contract/charts.ts'
import { ledgerCalls, ledgerMessages } from '#contract/ledger.ts'
import { callApi } from '#app/api.ts'
import { Loading } from '#app/failure.tsx'
import { fieldsOf, showRefusal } from '#app/form-fields.ts'
import { readOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/use-action.ts'
import { booksWords as words } from '#app/words/books.ts'
import { dialogWords } from '#app/words/dialogs.ts'

const entries = Object.keys(chartDefaults.SKR03) as ChartEntry[]
const MONTHS = Array.from({ length: 12 }, (_, index) => [index + 1, String(index + 1)] as const)

/** Sets chart of accounts and numbers of the DATEV export. */
export function BookSettings() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {words.settings}
      </Button>
      {isOpen && <SettingsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(readOf(ledgerCalls.settings))
  return (
    <Dialog label={words.settings} onClose={onClose}>
      {settings.data ? (
        <SettingsForm saved={settings.data as Settings} onClose={onClose} />
      ) : (
        <div className="modal-body">
          <Loading query={settings} />
        </div>
      )}
    </Dialog>
  )
}

type Fields = { chart: Settings['chart']; consultant: string; client: string; yearBegins: string; numbers: Record<ChartEntry, string> }

function SettingsForm({ saved, onClose }: { saved: Settings; onClose: () => void }) {
  const numbers = Object.fromEntries(entries.map((entry) => [entry, saved.numbers[entry] ?? ''])) as Fields['numbers']
  const form = useForm<Fields>({
    defaultValues: {
      ...saved,
      consultant: String(saved.consultant),
      client: String(saved.client),
      yearBegins: String(saved.yearBegins),
      numbers,
    },
  })
  const [trouble, setTrouble] = useState<string>()
  const save = useAction({
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
    onStart: () => setTrouble(undefined),
    onDone: () => {
      toast.success(words.saved)
      onClose()
    },
    onRefused: (error) => setTrouble(showRefusal(form, error)),
    changes: [ledgerCalls.settings, ledgerCalls.trialBalance],
  })
  const field = fieldsOf(form)
  const defaults = chartDefaults[form.watch('chart')]
  return (
    <form method="post" noValidate className="modal-body grid gap-4" onSubmit={(event) => void form.handleSubmit(save.run)(event)}>
      <h2 className="text-xl">{words.settings}</h2>
      <p className="text-soft">{words.settingsLead}</p>
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
      {trouble && <Notice tone="danger">{trouble}</Notice>}
      <div className="modal-actions">
        <Button variant="secondary" disabled={save.isRunning} onClick={onClose}>
          {dialogWords.cancel}
        </Button>
        <Button type="submit" busy={save.isRunning}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
