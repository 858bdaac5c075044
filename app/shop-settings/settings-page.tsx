import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { get, useForm, useWatch, type Path, type RegisterOptions, type UseFormReturn } from 'react-hook-form'
import { shopSettingsCalls, type ShopSettingsNow } from '#contract/shop/shop-settings.ts'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { readOf } from '#app/api/queries.ts'
import { useAction } from '#app/api/use-action.ts'
import { Allowed } from '#app/identity/may.tsx'
import { builtFields, fieldsOfSettings, settingsOfFields, type SettingsFields } from '#app/shop-settings/settings-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf, showRefusal } from '#app/ui/form-fields.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SaveBar } from '#app/ui/save-bar.tsx'
import { toast } from '#app/ui/toast.ts'
import { useLeaveQuestion } from '#app/ui/use-leave-question.tsx'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

export type SettingsForm = UseFormReturn<SettingsFields>

/** What a page of the settings draws its fields with: `<TextField {...field('mailFooter', words.mailFooter)} />`. */
export type SettingsPageParts = {
  form: SettingsForm
  now: ShopSettingsNow
  /** Connects a field with the form; a value that is not the built-in one can be reset to it. */
  field: <Name extends Path<SettingsFields>>(name: Name, label: string, rules?: RegisterOptions<SettingsFields, Name>) => FieldParts<Name>
}

type FieldParts<Name extends Path<SettingsFields>> = ReturnType<ReturnType<typeof fieldsOf<SettingsFields>>> & {
  name: Name
  label: string
  beside: ReactNode
}

type SettingsPageProps = {
  title: string
  lead?: string
  /** The page of visitors that shows these settings. */
  previewOf?: string
  children: (page: SettingsPageParts) => ReactNode
  /** In the bar, before its buttons. */
  renderInBar?: (page: SettingsPageParts) => ReactNode
  /** Below the form. */
  renderBelow?: (now: ShopSettingsNow) => ReactNode
}

/** A page of the settings with its own form and its own Save. What other pages have stays as it was saved. */
export function SettingsPage(props: SettingsPageProps) {
  const settings = useQuery(readOf(shopSettingsCalls.now))
  if (!settings.data) return <Loading query={settings} title={props.title} />
  return <OpenPage {...props} now={settings.data} />
}

function OpenPage({ title, lead, previewOf, children, renderInBar, renderBelow, now }: SettingsPageProps & { now: ShopSettingsNow }) {
  // What is typed belongs to these, also while somebody else saves.
  const [opened, setOpened] = useState(now)
  const built = builtFields(opened.values)
  const form = useForm<SettingsFields>({ values: fieldsOfSettings(opened.values) })
  const { isDirty } = form.formState
  const [trouble, setTrouble] = useState<string>()
  const [preview, setPreview] = useState<string>()
  const refuse = (error: unknown) => setTrouble(showRefusal(form, error, namesInForm(error)))

  const save = useAction({
    send: (fields: SettingsFields) =>
      callApi(shopSettingsCalls.save, {
        body: {
          version: opened.version,
          values: settingsOfFields(fields, built),
          ...(fields.password !== '' && { password: fields.password }),
        },
      }),
    onStart: () => {
      setTrouble(undefined)
      setPreview(undefined)
    },
    onDone: ({ version }, fields) => {
      toast.success(version === opened.version ? words.unchanged : words.saved)
      form.reset({ ...fields, password: '' })
    },
    onRefused: refuse,
    changes: [shopSettingsCalls.now, shopSettingsCalls.versions],
  })
  const show = useAction({
    send: (fields: SettingsFields) => callApi(shopSettingsCalls.preview, { body: { values: settingsOfFields(fields, built) } }),
    onStart: () => setTrouble(undefined),
    onDone: ({ path }) => setPreview(path.replace('/?', `${previewOf}?`)),
    onRefused: refuse,
  })
  const isOld = now.version !== opened.version
  if (isOld && !isDirty) setOpened(now)
  const leaveQuestion = useLeaveQuestion(isDirty && !save.isRunning)

  const page: SettingsPageParts = { form, now: opened, field: resettable(form, built) }

  return (
    <section className="grid grid-cols-1 gap-4">
      <ListHead noTable title={title} lead={lead} />
      <form method="post" noValidate className="grid grid-cols-1 gap-4" onSubmit={(event) => void form.handleSubmit(save.run)(event)}>
        {children(page)}
        {trouble && <Notice tone="danger">{trouble}</Notice>}
        {isOld && isDirty && !save.isRunning && (
          <Notice
            tone="warning"
            action={
              <Button variant="secondary" onClick={() => setOpened(now)}>
                {words.loadNewest}
              </Button>
            }
          >
            {words.changedMeanwhile}
          </Notice>
        )}
        {preview && (
          <Notice
            action={
              <a className="link" href={preview} target="_blank" rel="noopener">
                {words.openPreview}
              </a>
            }
          >
            {words.previewOpened}
          </Notice>
        )}
        <Allowed call={shopSettingsCalls.save}>
          <SaveBar>
            {renderInBar?.(page)}
            <Button type="submit" busy={save.isRunning}>
              {words.save}
            </Button>
            {previewOf && (
              <Button variant="secondary" busy={show.isRunning} onClick={() => void form.handleSubmit(show.run)()}>
                {words.preview}
              </Button>
            )}
            {isDirty && <p className="self-center text-sm text-soft">{words.unsaved}</p>}
          </SaveBar>
        </Allowed>
      </form>
      {renderBelow?.(now)}
      {leaveQuestion}
    </section>
  )
}

function resettable(form: SettingsForm, built: SettingsFields): SettingsPageParts['field'] {
  const register = fieldsOf(form)
  return (name, label, rules) => ({
    ...register(name, rules),
    name,
    label,
    beside: <Reset form={form} name={name} label={label} built={get(built, name)} />,
  })
}

type ResetProps = { form: SettingsForm; name: Path<SettingsFields>; label: string; built: unknown }

/** Sets a field to its built-in value again; nothing where it has that value, or there is none. */
function Reset({ form, name, label, built }: ResetProps) {
  const typed = useWatch({ control: form.control, name })
  if (typeof built !== 'string' || built === '' || typed === built) return null
  const reset = () => {
    form.setValue(name, built, { shouldDirty: true })
    form.clearErrors(name)
    // The button is gone.
    form.setFocus(name)
  }
  return (
    <button type="button" className="link flex-none text-sm" aria-label={words.resetOf(label)} onClick={reset}>
      {words.reset}
    </button>
  )
}

/** The call names the field `contact.phone` of the form `values.contact.phone`. */
const namesInForm = (error: unknown) =>
  Object.fromEntries(
    (error instanceof ApiError ? (error.fields ?? []) : []).map(({ field }) => [
      field,
      field.replace('values.', '') as Path<SettingsFields>,
    ]),
  )
