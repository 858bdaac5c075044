import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  DOCUMENT_MAX_BYTES,
  documentKinds,
  MAXIMUM_DOCUMENTS,
  partMediaCalls,
  partMediaMessages,
  type DocumentKind,
  type PartDocument,
} from '#contract/parts/part-media.ts'
import { PART_MEDIA_LIMITS } from '#contract/basics/limits.ts'
import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Loading } from '#app/ui/failure.tsx'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { DocumentList } from '#app/parts/document-list.tsx'
import { uploadDocument } from '#app/parts/upload-document.ts'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Notice, Refusal } from '#app/ui/notice.tsx'
import { useUnsaved } from '#app/ui/save-together.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { partMediaDeskWords as words } from '#app/words/part-media-desk.ts'
import { partMediaWords } from '#app/words/part-media.ts'

const reads = [partMediaCalls.ofPart, partDeskCalls.one]
const kindOptions = documentKinds.map((kind) => [kind, partMediaWords.kinds[kind]] as const)

/** The documents of a part: added, renamed, removed. */
export function PartDocuments({ id }: { id: string }) {
  const media = useQuery(readOf(partMediaCalls.ofPart, { params: { id } }))
  const [edited, setEdited] = useState<string>()
  if (!media.data) return <Loading query={media} />
  const { documents } = media.data
  return (
    <div className="grid gap-4">
      {documents.length === 0 ? (
        <p className="text-soft">{words.noDocuments}</p>
      ) : (
        <DocumentList
          label={partMediaWords.documents}
          documents={documents}
          renderActions={(document) =>
            edited === document._id ? (
              <RenameDocument document={document} onEnd={() => setEdited(undefined)} />
            ) : (
              <DocumentActions document={document} onRename={() => setEdited(document._id)} />
            )
          }
        />
      )}
      {documents.length < MAXIMUM_DOCUMENTS && <AddDocument id={id} />}
    </div>
  )
}

function DocumentActions({ document: { _id, title }, onRename }: { document: PartDocument; onRename: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" aria-label={words.editOf(title)} onClick={onRename}>
        {words.edit}
      </Button>
      <ConfirmedAction
        button={words.remove}
        buttonLabel={words.removeDocumentOf(title)}
        question={words.removeQuestion(title)}
        tone="danger"
        send={() => callApi(partMediaCalls.removeDocument, { params: { id: _id } })}
        onDone={() => toast.success(words.removed(title))}
        changes={reads}
      />
    </div>
  )
}

type Named = { kind: DocumentKind; title: string }

function RenameDocument({ document: { _id, kind, title }, onEnd }: { document: PartDocument; onEnd: () => void }) {
  const [seen] = useState({ kind, title })
  const form = useForm<Named>({ defaultValues: seen })
  const field = fieldsOf(form)
  const rename = useFormAction({
    form,
    send: (typed: Named) => callApi(partMediaCalls.changeDocument, { params: { id: _id }, body: { ...typed, seen } }),
    onDone: (_, typed) => {
      toast.success(words.applied(typed.title))
      onEnd()
    },
    changes: reads,
  })
  return (
    <form method="post" noValidate className="grid w-full gap-3" onSubmit={(event) => void form.handleSubmit(rename.run)(event)}>
      <KindAndTitle field={field} />
      <Refusal sentences={rename.refusal} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" busy={rename.isRunning}>
          {words.apply}
        </Button>
        <Button variant="ghost" onClick={onEnd}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

function KindAndTitle({ field }: { field: ReturnType<typeof fieldsOf<Named>> }) {
  return (
    <>
      <SelectField {...field('kind')} label={words.kind} options={kindOptions} />
      <TextField {...field('title', filled(partMediaMessages.titleRequired))} label={words.title} maxLength={PART_MEDIA_LIMITS.title} />
    </>
  )
}

type NewFields = Named & { file: FileList | null }
const EMPTY: NewFields = { kind: 'data-sheet', title: '', file: null }

function AddDocument({ id }: { id: string }) {
  const form = useForm<NewFields>({ defaultValues: EMPTY })
  useUnsaved(words.addDocument, form.formState)
  const field = fieldsOf(form)
  const [trouble, setTrouble] = useState<string>()
  /** The share that has been sent, 0 to 1, while a document is uploaded. */
  const [sent, setSent] = useState<number>()
  const upload = useRef<AbortController>(undefined)
  useEffect(() => () => upload.current?.abort(), [])

  const add = useAction({
    send: ({ file, ...named }: NewFields) => {
      upload.current = new AbortController()
      return uploadDocument({ partId: id, file: file![0]!, ...named }, { onProgress: setSent, signal: upload.current.signal }) // validated
    },
    onStart: () => {
      setTrouble(undefined)
      setSent(0)
    },
    onDone: ({ title }) => {
      form.reset({ ...EMPTY, kind: form.getValues('kind') })
      toast.success(words.added(title))
    },
    onFailed: (error) => {
      if (!upload.current?.signal.aborted) setTrouble(showRefusal(form, error, { bytes: 'file', fileName: 'file' }))
    },
    onEnd: () => setSent(undefined),
    changes: reads,
  })

  return (
    <form method="post" noValidate className="grid gap-3" onSubmit={(event) => void form.handleSubmit(add.run)(event)}>
      <h4 className="font-semibold">{words.addDocument}</h4>
      <div className="grid items-start gap-3 sm:grid-cols-[auto_1fr_1fr]">
        <SelectField {...field('kind')} label={words.kind} options={kindOptions} />
        <TextField {...field('title', filled(partMediaMessages.titleRequired))} label={words.title} maxLength={PART_MEDIA_LIMITS.title} />
        <TextField
          {...field('file', { validate: fileProblem })}
          type="file"
          accept=".pdf,.step,.stp,.p21,.dxf"
          label={words.file}
          hint={words.fileHint}
          disabled={sent !== undefined}
        />
      </div>
      {trouble && <Notice tone="danger">{trouble}</Notice>}
      {sent !== undefined && (
        <div className="grid gap-1">
          <progress className="w-full" aria-label={words.progress} value={sent} max={1} />
          <p className="text-sm text-soft">{sent < 1 ? words.sending(Math.round(100 * sent)) : words.checking}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" busy={add.isRunning}>
          {words.add}
        </Button>
        {sent !== undefined && (
          <Button variant="ghost" onClick={() => upload.current?.abort(new DOMException('Cancelled', 'AbortError'))}>
            {words.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

function fileProblem(files: FileList | null): string | true {
  const file = files?.[0]
  if (!file) return partMediaMessages.fileRequired
  return (file.size > 0 && file.size <= DOCUMENT_MAX_BYTES) || partMediaMessages.fileSize
}
