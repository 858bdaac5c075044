import type { UseFormReturn } from 'react-hook-form'
import { carrierIds, carrierOfNumber, carriers, isTrackingNumber, normalTrackingNumber, type CarrierId } from '#contract/carriers.ts'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { parcelMessages } from '#contract/parcel-messages.ts'
import { fieldsOf } from '#app/form-fields.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { parcelWords as words } from '#app/words/parcels.ts'

/** What an admin types of a parcel. */
export type ParcelFields = { pieces: string; carrier: CarrierId | ''; trackingNumber: string }

/** Carrier and number as calls take them. */
export function typedCarried({ carrier, trackingNumber }: ParcelFields) {
  return { carrier: carrier || null, trackingNumber: normalTrackingNumber(trackingNumber) || null }
}

/** The carrier of the parcel before, for as long as the shop is open in this window. */
let lastCarrier: CarrierId | '' = ''

export const rememberCarrier = ({ carrier }: Pick<ParcelFields, 'carrier'>): void => void (lastCarrier = carrier || lastCarrier)

/** Chooses the carrier where none is chosen: the only one with such numbers, else that of the parcel before if it has them. */
export function chooseCarrier({ getValues, setValue }: Pick<UseFormReturn<ParcelFields>, 'getValues' | 'setValue'>): void {
  const { carrier, trackingNumber } = getValues()
  const number = normalTrackingNumber(trackingNumber)
  if (carrier !== '' || number === '') return
  const likely = carrierOfNumber(number) ?? (lastCarrier !== '' && isTrackingNumber(lastCarrier, number) ? lastCarrier : undefined)
  if (likely) setValue('carrier', likely)
}

const carrierOptions = [['', words.noCarrier], ...carrierIds.map((id) => [id, carriers[id].name] as const)] as const

export function CarrierField({ form, readOnly }: { form: UseFormReturn<ParcelFields>; readOnly: boolean }) {
  return (
    <SelectField
      {...fieldsOf(form)('carrier', {
        validate: (carrier, { trackingNumber }) => carrier !== '' || trackingNumber.trim() === '' || parcelMessages.carrierMissing,
      })}
      label={words.carrierField}
      options={carrierOptions}
      aria-disabled={readOnly || undefined}
    />
  )
}

type TrackingNumberFieldProps = { form: UseFormReturn<ParcelFields>; readOnly: boolean; takesFocus?: boolean }

export function TrackingNumberField({ form, readOnly, takesFocus = false }: TrackingNumberFieldProps) {
  const { ref, ...input } = fieldsOf(form)('trackingNumber', {
    validate: (typed, { carrier }) => numberProblem(carrier, normalTrackingNumber(typed)),
    onBlur: () => chooseCarrier(form),
  })
  return (
    <TextField
      {...input}
      ref={(element) => {
        ref(element)
        // What a dialog gives the focus to when it opens.
        element?.toggleAttribute('autofocus', takesFocus)
      }}
      label={words.numberField}
      maxLength={TEXT_LIMITS.trackingNumber}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      readOnly={readOnly}
    />
  )
}

function numberProblem(carrier: CarrierId | '', number: string): string | true {
  if (carrier === '' || number === '' || isTrackingNumber(carrier, number)) return true
  return parcelMessages.trackingNumberForm(carriers[carrier].name, carriers[carrier].form)
}
