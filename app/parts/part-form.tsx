import { useEffect, useRef, type ReactNode } from 'react'
import { FormProvider, useWatch, type UseFormReturn } from 'react-hook-form'
import { IMAGE_MAX_BYTES, MAXIMUM_STOCK, TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { leadDaysProblem, NO_OFFER, priceProblem, type OfferFields } from '#app/parts/offer-rules.ts'
import { PriceLadderFields } from '#app/parts/price-ladder-fields.tsx'
import { readPieces } from '#app/parts/quantity.ts'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { addPartWords as words } from '#app/words/add-part.ts'
import { offerWords } from '#app/words/offer.ts'

/** A part as an admin types it. */
export type PartFields = OfferFields & { name: string; available: string; description: string; picture: FileList | null }

export const EMPTY_PART: PartFields = { ...NO_OFFER, name: '', available: '', description: '', picture: null }

type PartFormProps = {
  form: UseFormReturn<PartFields>
  /** A new part has every field. Of one that is on sale, only what it is offered at can be changed. */
  isNew: boolean
  send: (fields: PartFields) => void
  /** What stands below the fields. */
  children: ReactNode
}

/** The one form for adding and editing a part. Each message stands under its own field. */
export function PartForm({ form, isNew, send, children }: PartFormProps) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = form
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void handleSubmit(send)(event)} className="grid gap-5">
        {isNew ? (
          <>
            <TextField
              {...register('name', { validate: (name) => name.trim() !== '' || messages.partNameRequired })}
              label={words.name}
              maxLength={TEXT_LIMITS.partName}
              autoComplete="off"
              error={errors.name?.message}
            />
            <PriceField form={form} />
            <NewPartFields form={form} />
            <fieldset className="grid gap-5 border-t border-line pt-5">
              <legend className="sr-only">{offerWords.optional}</legend>
              <p className="label-text">{offerWords.optionalHint}</p>
              <NumberAndLeadTime form={form} areRequired={false} />
              <PriceLadderFields />
            </fieldset>
          </>
        ) : (
          <>
            <PriceField form={form} />
            <NumberAndLeadTime form={form} areRequired />
            <PriceLadderFields />
          </>
        )}
        {children}
      </form>
    </FormProvider>
  )
}

// A component, so that it registers in the order of the fields: the first one that is wrong gets the focus.
function PriceField({
  form: {
    register,
    formState: { errors },
  },
}: Pick<PartFormProps, 'form'>) {
  return (
    <TextField
      {...register('price', { validate: priceProblem })}
      label={words.price}
      hint={words.priceHint}
      inputMode="decimal"
      autoComplete="off"
      error={errors.price?.message}
    />
  )
}

function NewPartFields({ form }: Pick<PartFormProps, 'form'>) {
  const {
    control,
    register,
    formState: { errors },
  } = form
  const [file] = useWatch({ control, name: 'picture' }) ?? []
  return (
    <>
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
    </>
  )
}

/** A part that is on sale has both; a new one is given what is left empty. */
function NumberAndLeadTime({ form, areRequired }: Pick<PartFormProps, 'form'> & { areRequired: boolean }) {
  const {
    register,
    formState: { errors },
  } = form
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...register('partNumber')}
        label={offerWords.partNumber}
        hint={offerWords.partNumberHint}
        maxLength={TEXT_LIMITS.partNumber}
        autoComplete="off"
        error={errors.partNumber?.message}
      />
      <TextField
        {...register('leadDays', { validate: (typed) => leadDaysProblem(typed, areRequired) })}
        label={offerWords.leadDays}
        hint={offerWords.leadDaysHint}
        inputMode="numeric"
        autoComplete="off"
        error={errors.leadDays?.message}
      />
    </div>
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

/** Shows a file of this device; its address lives as long as it is shown. */
function PicturePreview({ file }: { file: File }) {
  const picture = useRef<HTMLImageElement>(null)

  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (picture.current) picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])

  return <img ref={picture} alt={words.preview(file.name)} className="aspect-4/3 w-60 rounded-box border border-line object-cover" />
}
