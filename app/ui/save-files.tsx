import type { ComponentProps } from 'react'
import { fetchFile, type FileRequest } from '#app/api/fetch-file.ts'
import { offerToSave } from '#app/api/offer-to-save.ts'
import { Button } from '#app/ui/button.tsx'
import { useDownload } from '#app/api/use-download.ts'

/** A file of the shop, and the name under which it is saved. */
export type SavedFile = FileRequest & { name: string }

const saveFile = async ({ name, ...file }: SavedFile) => offerToSave(await fetchFile(file), name)

/** A button that saves a file of the shop. */
export function SaveFile({ file, ...button }: { file: SavedFile } & ComponentProps<typeof Button>) {
  const { busy, download } = useDownload(() => saveFile(file))
  return <Button variant="secondary" {...button} busy={busy !== undefined} onClick={() => download('file')} />
}

type SaveFilesProps<Format extends string> = Omit<ComponentProps<'div'>, 'children'> & {
  formats: readonly Format[]
  /** Text of each button. */
  texts: Record<Format, string>
  /** Accessible name of a button. */
  labelOf: (format: Format) => string
  fileOf: (format: Format) => SavedFile
}

/** Buttons that save the shown rows, each in a format. */
export function SaveFiles<Format extends string>({ formats, texts, labelOf, fileOf, ...group }: SaveFilesProps<Format>) {
  const { busy, download } = useDownload((format: Format) => saveFile(fileOf(format)))
  return (
    <div role="group" {...group}>
      {formats.map((format) => (
        <Button
          key={format}
          variant="secondary"
          busy={busy === format}
          disabled={busy !== undefined}
          aria-label={labelOf(format)}
          onClick={() => download(format)}
        >
          {texts[format]}
        </Button>
      ))}
    </div>
  )
}
