import { useId, useState } from 'react'
import { uploadImage } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { pictureFieldWords as words } from '#app/words/picture-field.ts'

type PictureFieldProps = {
  label: string
  hint: string
  /** Address of the picture; empty without one. */
  value: string
  /** Address of the picture that is shown without one. */
  built?: string
  error: string | undefined
  onChange: (url: string) => void
}

const PICTURE = 'max-w-64 max-h-24 border border-line bg-night object-contain'

/** A picture that is uploaded when it is chosen. */
export function PictureField({ label, hint, value, built, error, onChange }: PictureFieldProps) {
  const id = useId()
  const [isUploading, setIsUploading] = useState(false)
  const [failure, setFailure] = useState<string>()

  const upload = async (file: File | undefined) => {
    if (!file) return
    setIsUploading(true)
    setFailure(undefined)
    try {
      onChange((await uploadImage(file)).data.url)
    } catch (problem) {
      setFailure(failureText(problem))
    } finally {
      setIsUploading(false)
    }
  }

  return (
    <div className="grid justify-items-start gap-3">
      <Field id={id} label={label} hint={isUploading ? words.uploading : hint} error={failure ?? error} className="w-full">
        {(control) => (
          <input
            {...control}
            type="file"
            className="control"
            accept="image/jpeg,image/png,image/webp,image/avif"
            disabled={isUploading}
            onChange={({ target }) => void upload(target.files?.[0])}
          />
        )}
      </Field>
      {value === '' && built && <img className={PICTURE} src={built} alt="" />}
      {value !== '' && (
        <>
          <img className={PICTURE} src={value} alt="" />
          <Button variant="secondary" aria-label={`${words.removePicture}: ${label}`} onClick={() => onChange('')}>
            {words.removePicture}
          </Button>
        </>
      )}
    </div>
  )
}
