import { useWatch } from 'react-hook-form'
import type { SettingsForm } from '#app/shop-settings/settings-page.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { PictureField } from '#app/ui/picture-field.tsx'

type SettingsPictureProps = {
  form: SettingsForm
  name: 'logo' | 'home.picture'
  label: string
  hint: string
  /** Address of the picture that the shop has without one of its owner. */
  built: string
}

/** A picture of the settings; without it the built-in one is shown. */
export function SettingsPicture({ form, name, label, hint, built }: SettingsPictureProps) {
  const value = useWatch({ control: form.control, name })
  const { error } = fieldsOf(form)(name)
  const onChange = (url: string) => {
    form.setValue(name, url, { shouldDirty: true })
    form.clearErrors(name)
  }
  return <PictureField label={label} hint={hint} value={value} built={built} error={error} onChange={onChange} />
}
