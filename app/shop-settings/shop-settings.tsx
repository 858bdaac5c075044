import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch, type Path, type UseFormReturn } from 'react-hook-form'
import { COLOUR_PATTERN, lowestContrast } from '#contract/basics/colours.ts'
import { shopSettingsCalls, type ShopSettingsNow } from '#contract/shop/shop-settings.ts'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf, showRefusal } from '#app/ui/form-fields.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/api/queries.ts'
import { SellerFields } from '#app/shop-settings/seller-fields.tsx'
import { HolidayFields } from '#app/shop-settings/holiday-fields.tsx'
import { PictureField } from '#app/ui/picture-field.tsx'
import { fieldsOfSettings, settingsOfFields, type SettingsFields } from '#app/shop-settings/settings-fields.ts'
import { Group } from '#app/shop-settings/settings-group.tsx'
import { SettingsHistory } from '#app/shop-settings/settings-history.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckField, TextArea, TextField } from '#app/ui/field.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useLeaveQuestion } from '#app/ui/use-leave-question.tsx'
import { useAction } from '#app/api/use-action.ts'
import { dashboardWords } from '#app/words/dashboard.ts'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

export const meta = pageMeta(dashboardWords.shopSettings)

/** Name, pictures, colours, texts and holidays of the shop. */
export default function ShopSettingsScreen() {
  const settings = useQuery(readOf(shopSettingsCalls.now))
  if (!settings.data) return <Loading query={settings} />
  return <SettingsForm key={settings.data.version} now={settings.data} />
}

type Form = UseFormReturn<SettingsFields>

function SettingsForm({ now }: { now: ShopSettingsNow }) {
  const form = useForm<SettingsFields>({ defaultValues: fieldsOfSettings(now.values) })
  const field = fieldsOf(form)
  const [trouble, setTrouble] = useState<string>()
  const [preview, setPreview] = useState<string>()
  const refuse = (error: unknown) => setTrouble(showRefusal(form, error, namesInForm(error)))

  const save = useAction({
    send: (fields: SettingsFields) =>
      callApi(shopSettingsCalls.save, {
        body: { version: now.version, values: settingsOfFields(fields), ...(fields.password !== '' && { password: fields.password }) },
      }),
    onStart: () => setTrouble(undefined),
    onDone: ({ version }, fields) => {
      toast.success(version === now.version ? words.unchanged : words.saved)
      form.reset({ ...fields, password: '' })
    },
    onRefused: refuse,
    changes: [shopSettingsCalls.now, shopSettingsCalls.versions],
  })
  const show = useAction({
    send: (fields: SettingsFields) => callApi(shopSettingsCalls.preview, { body: { values: settingsOfFields(fields) } }),
    onStart: () => setTrouble(undefined),
    onDone: ({ path }) => setPreview(path),
    onRefused: refuse,
  })
  const leaveQuestion = useLeaveQuestion(form.formState.isDirty && !save.isRunning)

  return (
    <section className="grid grid-cols-1 gap-4">
      <ListHead title={dashboardWords.shopSettings} lead={words.lead} />
      <form method="post" noValidate className="grid grid-cols-1 gap-4" onSubmit={(event) => void form.handleSubmit(save.run)(event)}>
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <Group title={words.look}>
            <TextField
              {...field('shopName')}
              label={words.shopName}
              hint={now.fixed.includes('shopName') ? words.fixed : now.shopName}
              readOnly={now.fixed.includes('shopName')}
              maxLength={60}
            />
            <Picture form={form} name="logo" label={words.logo} hint={words.logoHint} />
            <Colour form={form} name="accent" label={words.accent} time="day" />
            <Colour form={form} name="accentNight" label={words.accentNight} time="night" />
          </Group>
          <Group title={words.home}>
            <TextField {...field('home.heading')} label={words.heading} maxLength={80} />
            <TextArea {...field('home.promise')} label={words.promise} rows={3} maxLength={400} />
            <TextField {...field('home.servicesTitle')} label={words.servicesTitle} maxLength={120} />
            <TextArea {...field('home.servicesText')} label={words.servicesText} rows={3} maxLength={400} />
            <Picture form={form} name="home.picture" label={words.homePicture} hint={words.homePictureHint} />
            <TextField {...field('home.pictureText')} label={words.pictureText} maxLength={200} />
          </Group>
          <Group title={words.contact} lead={words.contactLead}>
            <TextField {...field('contact.email')} label={words.email} type="email" maxLength={254} />
            <TextField {...field('contact.phone')} label={words.phone} type="tel" maxLength={40} />
            <TextArea {...field('contact.address')} label={words.address} rows={3} maxLength={500} />
          </Group>
          <Group title={words.social} lead={words.socialHint}>
            {(['linkedIn', 'youTube', 'facebook', 'x'] as const).map((network) => (
              <TextField key={network} {...field(`social.${network}`)} label={words[network]} type="url" maxLength={300} />
            ))}
          </Group>
          <Group title={words.legal} lead={words.legalLead}>
            <TextArea {...field('legal.imprint')} label={words.imprint} rows={4} maxLength={10_000} />
            <TextArea {...field('legal.privacy')} label={words.privacy} rows={4} maxLength={40_000} />
            <TextArea {...field('legal.terms')} label={words.terms} rows={6} maxLength={40_000} />
          </Group>
          <SellerFields form={form} />
          <Group title={words.holidays} lead={words.holidaysLead}>
            <HolidayFields form={form} />
            <h3 className="text-lg">{words.mails}</h3>
            <TextArea {...field('mailFooter')} label={words.mailFooter} rows={3} maxLength={500} />
            <TextField {...field('transferDays')} type="number" min={1} max={60} label={words.transferDays} hint={words.transferDaysHint} />
            <TextField {...field('shortfallLimit')} inputMode="decimal" label={words.shortfallLimit} hint={words.shortfallLimitHint} />
            <CheckField {...field('lowStockMails')} label={words.lowStockMails} />
          </Group>
        </div>
        {trouble && <Notice tone="danger">{trouble}</Notice>}
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
          <div className="sticky bottom-0 flex flex-wrap gap-3 py-3 bg-canvas">
            <Button type="submit" busy={save.isRunning}>
              {words.save}
            </Button>
            <Button variant="secondary" busy={show.isRunning} onClick={() => void form.handleSubmit(show.run)()}>
              {words.preview}
            </Button>
          </div>
        </Allowed>
      </form>
      <SettingsHistory now={now.version} />
      {leaveQuestion}
    </section>
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

type TextName = 'logo' | 'home.picture'

function Picture({ form, name, label, hint }: { form: Form; name: TextName; label: string; hint: string }) {
  const value = useWatch({ control: form.control, name })
  const { error } = fieldsOf(form)(name)
  const onChange = (url: string) => {
    form.setValue(name, url, { shouldDirty: true })
    form.clearErrors(name)
  }
  return <PictureField label={label} hint={hint} value={value} error={error} onChange={onChange} />
}

const COLOUR = new RegExp(COLOUR_PATTERN)

/** A colour, with its contrast while it is typed. */
function Colour({ form, name, label, time }: { form: Form; name: 'accent' | 'accentNight'; label: string; time: 'day' | 'night' }) {
  const typed = useWatch({ control: form.control, name }).trim()
  const isColour = COLOUR.test(typed)
  return (
    <TextField
      {...fieldsOf(form)(name, { validate: (text) => text.trim() === '' || COLOUR.test(text.trim()) || words.colourHint })}
      label={label}
      hint={isColour ? words.contrast((Math.floor(lowestContrast(typed, time) * 10) / 10).toFixed(1)) : words.colourHint}
      maxLength={7}
      spellCheck={false}
    />
  )
}
