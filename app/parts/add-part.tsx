import { useEffect, useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { IMAGE_MAX_BYTES, MAXIMUM_STOCK, TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { partCalls, type NewPart } from '#contract/parts.ts'
import { callApi, uploadImage } from '#app/api.ts'
import { failureText } from '#app/failure.tsx'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { AdminOnly } from '#app/identity/guards.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { useOnce } from '#app/once.ts'
import { NO_OFFER, priceProblem, readOffer, REFUSED_OFFER, type OfferFields } from '#app/parts/offer-rules.ts'
import { NumberAndLeadTime, PriceLadderFields } from '#app/parts/price-ladder-fields.tsx'
import { readPieces } from '#app/parts/quantity.ts'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { addPartWords as words } from '#app/words/add-part.ts'
import { offerWords } from '#app/words/offer.ts'

const ADD_PART = ['add part']
const NOTHING_TYPED: PartFields = { ...NO_OFFER, name: '', available: '', description: '', picture: null }
/** Fields of the posted part and where they stand in the form. */
const REFUSED_FIELDS = {
  ...REFUSED_OFFER, name: 'name', available: 'available', description: 'description', img: 'picture',
} as const

type PartFields = OfferFields & { name: string; available: string; description: string; picture: FileList | null }

/** The picture did not reach the shop; the part was not even tried. */
class UploadFailed extends Error {
  constructor(cause: unknown) {
    super('The picture could not be uploaded', { cause })
  }
}

export const meta = pageMeta(words.title)

/** Specification section 2, "Add Parts". Each message stands under its own field. */
export default function AddPart() {
  return <AdminOnly><AddPartForm /></AdminOnly>
}

function AddPartForm() {
  const queryClient = useQueryClient()
  const form = useForm<PartFields>({ defaultValues: NOTHING_TYPED })
  const { control, register, handleSubmit, reset, setError, formState: { errors } } = form
  const [file] = useWatch({ control, name: 'picture' }) ?? []
  const upload = useUpload()
  const once = useOnce<NewPart>()

  const add = useMutation({
    mutationKey: ADD_PART,
    mutationFn: async ({ name, available, description, picture, ...offer }: PartFields) => {
      const img = await upload.send(picture?.[0])
      const body = { name: name.trim(), available: Number(available), description: description.trim(), img, ...readOffer(offer) }
      return once(JSON.stringify(body), () => body, (sent) => callApi(partCalls.add, sent))
    },
    onSuccess: () => {
      for (const list of [partCalls.all, partCalls.page, partCalls.count]) {
        void queryClient.invalidateQueries({ queryKey: keyOf(list) })
      }
      toast.success(messages.partAdded)
      reset(NOTHING_TYPED)
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

  const addPart = handleSubmit((fields) => {
    if (queryClient.isMutating({ mutationKey: ADD_PART }) === 0) add.mutate(fields)
  })

  return (
    <section className="max-w-2xl">
      <h2 className="mb-6 text-xl">{words.heading}</h2>
      <Panel>
        <FormProvider {...form}>
          <form noValidate onSubmit={addPart} className="grid gap-5">
            <TextField
              {...register('name', { validate: (name) => name.trim() !== '' || messages.partNameRequired })}
              label={words.name}
              maxLength={TEXT_LIMITS.partName}
              autoComplete="off"
              error={errors.name?.message}
            />
            <TextField
              {...register('price', { validate: priceProblem })}
              label={words.price}
              hint={words.priceHint}
              inputMode="decimal"
              autoComplete="off"
              error={errors.price?.message}
            />
            <TextField
              {...register('available', { validate: availableProblem })}
              label={words.available}
              hint={words.availableHint}
              inputMode="numeric"
              autoComplete="off"
              error={errors.available?.message}
            />
            <TextArea
              {...register('description', { validate: (text) => text.trim() !== '' || messages.partDescriptionRequired })}
              label={words.description}
              maxLength={TEXT_LIMITS.description}
              error={errors.description?.message}
            />
            <TextField
              {...register('picture', { validate: pictureProblem })}
              label={words.picture}
              hint={words.pictureHint}
              type="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
              error={errors.picture?.message}
            />
            {file && <PicturePreview file={file} />}
            <fieldset className="grid gap-5 border-t border-line pt-5">
              <legend className="sr-only">{offerWords.optional}</legend>
              <p className="label-text">{offerWords.optionalHint}</p>
              <NumberAndLeadTime />
              <PriceLadderFields />
            </fieldset>
            {upload.progress !== undefined && (
              <progress className="h-2 w-full accent-accent" value={upload.progress} aria-label={words.upload} />
            )}
            <div><Button type="submit" busy={add.isPending}>{words.add}</Button></div>
          </form>
        </FormProvider>
      </Panel>
    </section>
  )
}

function availableProblem(typed: string): string | true {
  if (typed.trim() === '') return messages.partAvailableRequired
  const pieces = readPieces(typed)
  if (pieces === undefined) return messages.quantityWhole
  return (pieces >= 0 && pieces <= MAXIMUM_STOCK) || messages.stockOutOfBounds
}

function pictureProblem(files: FileList | null): string | true {
  const file = files?.[0]
  if (!file) return messages.partPictureRequired
  return file.size <= IMAGE_MAX_BYTES || messages.imageTooLarge
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

/** Shows a file of this device; its address lives as long as it is shown. */
function PicturePreview({ file }: { file: File }) {
  const picture = useRef<HTMLImageElement>(null)

  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (picture.current) picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])

  return (
    <img
      ref={picture}
      alt={words.preview(file.name)}
      className="aspect-4/3 w-60 rounded-box border border-line object-cover"
    />
  )
}
