import { useWatch } from 'react-hook-form'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { Group } from '#app/shop-settings/settings-group.tsx'
import { SettingsPage, type SettingsPageParts } from '#app/shop-settings/settings-page.tsx'
import { SettingsPicture } from '#app/shop-settings/settings-picture.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { shopSettingsWords as words } from '#app/words/shop-settings.ts'

export const meta = pageMeta(words.pages.home)

/** Words and picture of the home page. */
export default function HomeSettings() {
  return (
    <SettingsPage title={words.pages.home} lead={words.homeLead} previewOf={paths.home}>
      {(page) => (
        <>
          <Group title={words.homeTop}>
            <TextField {...page.field('home.heading', words.heading)} maxLength={80} className="sm:col-span-2" />
            <TextArea {...page.field('home.promise', words.promise)} rows={3} maxLength={400} className="sm:col-span-2" />
            <SettingsPicture
              form={page.form}
              name="home.picture"
              label={words.homePicture}
              hint={words.homePictureHint}
              built="/hero-960.webp"
            />
            <PictureText {...page} />
          </Group>
          <Group title={words.homeServices}>
            <TextField {...page.field('home.servicesTitle', words.servicesTitle)} maxLength={120} className="sm:col-span-2" />
            <TextArea {...page.field('home.servicesText', words.servicesText)} rows={3} maxLength={400} className="sm:col-span-2" />
          </Group>
        </>
      )}
    </SettingsPage>
  )
}

/** The built-in picture has its words. */
function PictureText({ form, field }: SettingsPageParts) {
  const picture = useWatch({ control: form.control, name: 'home.picture' })
  return picture === '' ? null : <TextField {...field('home.pictureText', words.pictureText)} maxLength={200} />
}
