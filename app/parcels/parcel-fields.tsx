import type { UseFormReturn } from 'react-hook-form'
import {
  carrierIds,
  carrierOfNumber,
  carriers,
  isTrackingNumber,
  normalTrackingNumber,
  trackingNumberProblem,
  type CarrierId,
} from '#contract/orders/carriers.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { parcelMessages } from '#contract/orders/parcel-messages.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { parcelWords as words } from '#app/words/parcels.ts'

/** A parcel as an admin types it. */
export type ParcelFields = { pieces: string; carrier: CarrierId | ''; trackingNumber: string }

/** Carrier and number as calls take them. */
export function typedCarried({ carrier, trackingNumber }: ParcelFields) {
  return { carrier: carrier || null, trackingNumber: normalTrackingNumber(trackingNumber, carrier || null) || null }
}

const KEY = 'lastCarrier'

/** The carrier of the previous parcel that this browser has sent. */
const lastCarrier = (): CarrierId | '' => carrierIds.find((id) => id === browserStorage.getItem(KEY)) ?? ''

/** The carrier with which a form opens. Other carriers have numbers of every form: they are chosen, or follow from the number. */
export function presetCarrier(): CarrierId | '' {
  const last = lastCarrier()
  return last === 'other' ? '' : last
}

export function rememberCarrier({ carrier }: Pick<ParcelFields, 'carrier'>): void {
  if (carrier !== '') browserStorage.setItem(KEY, carrier)
}

/**
 * The chosen carrier where it has such numbers; else the only one with such barcodes or numbers, else that of the previous parcel if it
 * has them.
 */
export function carrierFor(typed: string, chosen: CarrierId | ''): CarrierId | '' {
  if (fits(chosen, typed)) return chosen
  const last = lastCarrier()
  return carrierOfNumber(typed) ?? (chosen || (fits(last, typed) ? last : ''))
}

/** Chooses the carrier that the number asks for. A barcode in the field is replaced with its number. */
export function chooseCarrier({ getValues, setValue }: Pick<UseFormReturn<ParcelFields>, 'getValues' | 'setValue'>): void {
  const { carrier, trackingNumber } = getValues()
  if (trackingNumber.trim() === '') return
  const likely = carrierFor(trackingNumber, carrier)
  if (likely === '') return
  if (carrier !== likely) setValue('carrier', likely)
  // A scanned barcode is replaced with its number.
  setValue('trackingNumber', normalTrackingNumber(trackingNumber, likely))
}

const fits = (carrier: CarrierId | '', typed: string) => carrier !== '' && isTrackingNumber(carrier, normalTrackingNumber(typed, carrier))

export const carrierOptions = [['', words.noCarrier], ...carrierIds.map((id) => [id, carriers[id].name] as const)] as const

type CarrierFieldProps = { form: UseFormReturn<ParcelFields>; readOnly: boolean; hint?: string | false }

export function CarrierField({ form, readOnly, hint }: CarrierFieldProps) {
  return (
    <SelectField
      {...fieldsOf(form)('carrier', {
        validate: (carrier, { trackingNumber }) => carrier !== '' || trackingNumber.trim() === '' || parcelMessages.carrierMissing,
      })}
      label={words.carrierField}
      hint={hint}
      options={carrierOptions}
      aria-disabled={readOnly || undefined}
    />
  )
}

type TrackingNumberFieldProps = { form: UseFormReturn<ParcelFields>; readOnly: boolean; takesFocus?: boolean }

export function TrackingNumberField({ form, readOnly, takesFocus = false }: TrackingNumberFieldProps) {
  const { ref, ...input } = fieldsOf(form)('trackingNumber', {
    validate: (typed, { carrier }) => numberProblem(carrier, typed),
    onBlur: () => chooseCarrier(form),
  })
  return (
    <TextField
      {...input}
      ref={(element) => {
        ref(element)
        // Receives the focus when a dialog opens.
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

function numberProblem(carrier: CarrierId | '', typed: string): string | true {
  if (carrier === '' || typed.trim() === '') return true
  return trackingNumberProblem(carrier, normalTrackingNumber(typed, carrier)) ?? true
}
