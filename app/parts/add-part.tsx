import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { partCalls, type NewPart } from '#contract/parts/parts.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { callApi, uploadImage } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { showRefusal } from '#app/ui/form-fields.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { partReads } from '#app/parts/listed-parts.ts'
import { readOffer } from '#app/parts/offer-rules.ts'
import { EMPTY_PART, NewPartForm, type PartFields } from '#app/parts/part-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { useLeaveQuestion } from '#app/ui/use-leave-question.tsx'
import { useAction } from '#app/api/use-action.ts'
import { addPartWords as words } from '#app/words/add-part.ts'

/** The upload of the picture failed, so the part was not sent. */
class UploadFailed extends Error {
  constructor(cause: unknown) {
    super('The picture could not be uploaded', { cause })
  }
}

export const meta = pageMeta(words.title)

/** Specification section 2, "Add Parts". Each message is under its own field. */
export default function AddPart() {
  const [search] = useSearchParams()
  const form = useForm<PartFields>({ defaultValues: { ...EMPTY_PART, name: startOf(search.get('name') ?? '', TEXT_LIMITS.partName) } })
  const upload = useUpload()
  const sender = useIdempotentSender<NewPart>()

  const add = useAction({
    send: async ({ name, available, description, picture, ...offer }: PartFields) => {
      const img = await upload.send(picture?.[0])
      const body = { name: name.trim(), available: Number(available), description: description.trim(), img, ...readOffer(offer) }
      return sender(body, (request) => callApi(partCalls.add, request))
    },
    onDone: () => {
      toast.success(messages.partAdded)
      form.reset(EMPTY_PART)
    },
    onFailed: (error) => {
      if (error instanceof UploadFailed) {
        // Specification section 8: no toast. The message is under the picture, which stays chosen.
        form.setError('picture', { message: failureText(error.cause) }, { shouldFocus: true })
        return
      }
      showRefusal(form, error, { img: 'picture' })
      toast.error(messages.partNotAdded)
    },
    changes: [...partReads, partCalls.page],
  })

  const leaveQuestion = useLeaveQuestion(form.formState.isDirty && !add.isRunning)

  return (
    <section className="max-w-2xl">
      <h2 className="mb-3 text-xl">{words.heading}</h2>
      <Panel>
        <NewPartForm form={form} send={add.run}>
          {upload.progress !== undefined && (
            <progress className="h-2 w-full accent-accent" value={upload.progress} aria-label={words.upload} />
          )}
          <div>
            <Button type="submit" busy={add.isRunning}>
              {words.add}
            </Button>
          </div>
        </NewPartForm>
      </Panel>
      {leaveQuestion}
    </section>
  )
}

/** Uploads a picture; an uploaded one is not sent again when only the part was refused. */
function useUpload() {
  const [progress, setProgress] = useState<number>()
  const uploaded = useRef<{ file: File; url: string }>(undefined)

  const send = async (file: File | undefined): Promise<string> => {
    if (file && uploaded.current?.file === file) return uploaded.current.url
    try {
      if (!file) throw new TypeError('There is no picture to upload')
      setProgress(0)
      const { data } = await uploadImage(file, setProgress)
      uploaded.current = { file, url: data.url }
      return data.url
    } catch (error) {
      throw new UploadFailed(error)
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, send }
}
