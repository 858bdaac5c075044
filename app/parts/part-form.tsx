import { useEffect, useRef, type ReactNode } from 'react'
import { FormProvider, useWatch, type UseFormReturn } from 'react-hook-form'
import { IMAGE_MAX_BYTES, MAXIMUM_STOCK, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { fieldsOf, filled } from '#app/ui/form-fields.ts'
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
  send: (fields: PartFields) => void
  children: ReactNode
}

/** The form for adding a part. */
export function NewPartForm({ form, send, children }: PartFormProps) {
  const field = fieldsOf(form)
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)} className="grid gap-5">
        <TextField
          {...field('name', filled(messages.partNameRequired))}
          label={words.name}
          maxLength={TEXT_LIMITS.partName}
          autoComplete="off"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <PriceField form={form} />
          <AvailableField form={form} />
        </div>
        <NewPartFields form={form} />
        <fieldset className="grid gap-5 border-t border-line pt-5">
          <legend className="sr-only">{offerWords.optional}</legend>
          <p className="label-text">{offerWords.optionalHint}</p>
          <div className="grid gap-5 sm:grid-cols-2">
            <NumberAndLeadTime form={form} areRequired={false} />
          </div>
          <PriceLadderFields />
        </fieldset>
        <div className="contents">{children}</div>
      </form>
    </FormProvider>
  )
}

/** The fields of a part on sale that can be changed: its offer. */
export const OfferOfPart = ({ form }: Pick<PartFormProps, 'form'>) => (
  <FormProvider {...form}>
    <div className="grid gap-4 sm:grid-cols-3">
      <PriceField form={form} />
      <NumberAndLeadTime form={form} areRequired />
    </div>
    <PriceLadderFields />
  </FormProvider>
)

// A component, so that it registers in the order of the fields: the first wrong one gets the focus.
function PriceField({ form }: Pick<PartFormProps, 'form'>) {
  const field = fieldsOf(form)('price', { validate: priceProblem })
  return <TextField {...field} label={words.price} hint={words.priceHint} inputMode="decimal" autoComplete="off" />
}

function AvailableField({ form }: Pick<PartFormProps, 'form'>) {
  const field = fieldsOf(form)('available', { validate: availableProblem })
  return <TextField {...field} label={words.available} hint={words.availableHint} inputMode="numeric" autoComplete="off" />
}

function NewPartFields({ form }: Pick<PartFormProps, 'form'>) {
  const field = fieldsOf(form)
  const [file] = useWatch({ control: form.control, name: 'picture' }) ?? []
  return (
    <>
      <TextArea
        {...field('description', filled(messages.partDescriptionRequired))}
        label={words.description}
        maxLength={TEXT_LIMITS.description}
      />
      <TextField
        {...field('picture', { validate: pictureProblem })}
        label={words.picture}
        hint={words.pictureHint}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
      />
      {file && <PicturePreview file={file} />}
    </>
  )
}

/** Required for a part on sale; for a new part, defaults replace empty fields. */
function NumberAndLeadTime({ form, areRequired }: Pick<PartFormProps, 'form'> & { areRequired: boolean }) {
  const field = fieldsOf(form)
  return (
    <>
      <TextField
        {...field('partNumber')}
        label={offerWords.partNumber}
        hint={offerWords.partNumberHint}
        maxLength={TEXT_LIMITS.partNumber}
        autoComplete="off"
      />
      <TextField
        {...field('leadDays', { validate: (typed) => leadDaysProblem(typed, areRequired) })}
        label={offerWords.leadDays}
        hint={offerWords.leadDaysHint}
        inputMode="numeric"
        autoComplete="off"
      />
    </>
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

function PicturePreview({ file }: { file: File }) {
  const picture = useRef<HTMLImageElement>(null)

  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (picture.current) picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])

  return <img ref={picture} alt={words.preview(file.name)} className="aspect-4/3 w-60 rounded-box border border-line object-cover" />
}
