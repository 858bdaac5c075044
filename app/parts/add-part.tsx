import { useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { messages } from '#contract/messages.ts'
import { partCalls, type NewPart } from '#contract/parts.ts'
import { callApi, uploadImage } from '#app/api.ts'
import { failureText } from '#app/failure.tsx'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { AdminOnly } from '#app/identity/guards.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { useOnce } from '#app/once.ts'
import { readOffer, REFUSED_OFFER } from '#app/parts/offer-rules.ts'
import { EMPTY_PART, PartForm, type PartFields } from '#app/parts/part-form.tsx'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { addPartWords as words } from '#app/words/add-part.ts'

const ADD_PART = ['add part']
/** Fields of the posted part and where they stand in the form. */
const REFUSED_FIELDS = {
  ...REFUSED_OFFER,
  name: 'name',
  available: 'available',
  description: 'description',
  img: 'picture',
} as const

/** The picture did not reach the shop; the part was not even tried. */
class UploadFailed extends Error {
  constructor(cause: unknown) {
    super('The picture could not be uploaded', { cause })
  }
}

export const meta = pageMeta(words.title)

/** Specification section 2, "Add Parts". Each message stands under its own field. */
export default function AddPart() {
  return (
    <AdminOnly>
      <AddPartForm />
    </AdminOnly>
  )
}

function AddPartForm() {
  const queryClient = useQueryClient()
  const form = useForm<PartFields>({ defaultValues: EMPTY_PART })
  const { reset, setError } = form
  const upload = useUpload()
  const once = useOnce<NewPart>()

  const add = useMutation({
    mutationKey: ADD_PART,
    mutationFn: async ({ name, available, description, picture, ...offer }: PartFields) => {
      const img = await upload.send(picture?.[0])
      const body = { name: name.trim(), available: Number(available), description: description.trim(), img, ...readOffer(offer) }
      return once(
        JSON.stringify(body),
        () => body,
        (sent) => callApi(partCalls.add, sent),
      )
    },
    onSuccess: () => {
      for (const list of [partCalls.all, partCalls.page, partCalls.count]) {
        void queryClient.invalidateQueries({ queryKey: keyOf(list) })
      }
      toast.success(messages.partAdded)
      reset(EMPTY_PART)
    },
    onError: (error) => {
      if (error instanceof UploadFailed) {
        // Specification section 8: no toast. The reason stands under the picture, which stays chosen.
        setError('picture', { message: failureText(error.cause) }, { shouldFocus: true })
        return
      }
      showRefusal<PartFields>(error, REFUSED_FIELDS, setError)
      toast.error(messages.partNotAdded)
    },
  })

  const send = (fields: PartFields) => {
    if (queryClient.isMutating({ mutationKey: ADD_PART }) === 0) add.mutate(fields)
  }

  return (
    <section className="max-w-2xl">
      <h2 className="mb-6 text-xl">{words.heading}</h2>
      <Panel>
        <PartForm form={form} isNew send={send}>
          {upload.progress !== undefined && (
            <progress className="h-2 w-full accent-accent" value={upload.progress} aria-label={words.upload} />
          )}
          <div>
            <Button type="submit" busy={add.isPending}>
              {words.add}
            </Button>
          </div>
        </PartForm>
      </Panel>
    </section>
  )
}

/** Uploads a picture; one that has arrived is not sent again when only the part was refused. */
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
