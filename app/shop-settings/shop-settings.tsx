import { useWatch } from 'react-hook-form'
import { COLOUR_PATTERN, lowestContrast } from '#contract/basics/colours.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { SettingsPicture } from '#app/shop-settings/settings-picture.tsx'
import { Group } from '#app/shop-settings/settings-group.tsx'
import { SettingsHistory } from '#app/shop-settings/settings-history.tsx'
import { SettingsPage, type SettingsPageParts } from '#app/shop-settings/settings-page.tsx'
import { ColourField } from '#app/ui/colour-field.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { dashboardWords } from '#app/words/dashboard.ts'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

export const meta = pageMeta(dashboardWords.shopSettings)

/** Name and look of the shop, its contact and its links; and the earlier versions of all settings. */
export default function ShopSettingsScreen() {
  return (
    <SettingsPage
      title={words.pages.shop}
      lead={words.lead}
      previewOf={paths.home}
      renderBelow={({ version }) => <SettingsHistory now={version} />}
    >
      {(page) => (
        <>
          <Group title={words.look}>
            <ShopName {...page} />
            <SettingsPicture form={page.form} name="logo" label={words.logo} hint={words.logoHint} built="/favicon.svg" />
            <Colour page={page} name="accent" label={words.accent} time="day" />
            <Colour page={page} name="accentNight" label={words.accentNight} time="night" />
          </Group>
          <Group title={words.contact} lead={words.contactLead}>
            <TextField {...page.field('contact.email', words.email)} type="email" maxLength={254} />
            <TextField {...page.field('contact.phone', words.phone)} type="tel" maxLength={40} />
            <TextArea {...page.field('contact.address', words.address)} rows={3} maxLength={500} className="sm:col-span-2" />
          </Group>
          <Group title={words.social} lead={words.socialHint}>
            {(['linkedIn', 'youTube', 'facebook', 'x'] as const).map((network) => (
              <TextField key={network} {...page.field(`social.${network}`, words[network])} type="url" maxLength={300} />
            ))}
          </Group>
        </>
      )}
    </SettingsPage>
  )
}

/** Read-only where the server's environment sets it. */
function ShopName({ now, field }: SettingsPageParts) {
  if (now.fixed.includes('shopName')) return <TextField label={words.shopName} value={now.shopName} hint={words.fixed} readOnly />
  return <TextField {...field('shopName', words.shopName)} maxLength={60} />
}

const COLOUR = new RegExp(COLOUR_PATTERN)

type ColourProps = { page: SettingsPageParts; name: 'accent' | 'accentNight'; label: string; time: 'day' | 'night' }

/** A colour, with its contrast while it is typed or picked. */
function Colour({ page: { form, field }, name, label, time }: ColourProps) {
  const typed = useWatch({ control: form.control, name }).trim()
  return (
    <ColourField
      {...field(name, label, { validate: (text) => text.trim() === '' || COLOUR.test(text.trim()) || words.colourHint })}
      hint={COLOUR.test(typed) ? words.contrast((Math.floor(lowestContrast(typed, time) * 10) / 10).toFixed(1)) : words.colourHint}
      value={typed}
      onPick={(colour) => {
        form.setValue(name, colour, { shouldDirty: true })
        form.clearErrors(name)
      }}
    />
  )
}
