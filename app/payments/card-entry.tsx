import { useState, type InputEvent } from 'react'
import { useForm } from 'react-hook-form'
import { TextField } from '#app/ui/field.tsx'
import { cardWords as words } from '#app/words/card-entry.ts'
import { expiryProblem, formatExpiry, parseExpiry } from './card-expiry.ts'
import { cardBrandName, cardNumberProblem, cvcLength, cvcProblem, digitsOf, groupCardNumber } from './card-number.ts'
import type { CardDetails } from './card-processor.ts'
import { PayButton, type PayProps } from './pay-button.tsx'

type CardFields = { number: string; expiry: string; cvc: string }

type CardEntryProps = PayProps & { onPay: (card: CardDetails) => void }

const expiryProblemToday = (text: string) => expiryProblem(text, new Date())

/** The card field: number, date and security code, validated on blur and before sending. */
export function CardEntry({ onPay, ...payProps }: CardEntryProps) {
  const { disabled, busy } = payProps
  const { register, handleSubmit, getValues, formState } = useForm<CardFields>({
    mode: 'onTouched',
    defaultValues: { number: '', expiry: '', cvc: '' },
  })
  const [brand, setBrand] = useState('')
  const { errors } = formState

  const number = register('number', { validate: cardNumberProblem })
  const expiry = register('expiry', { validate: expiryProblemToday })
  const cvc = register('cvc', { validate: cvcProblem })

  const pay = handleSubmit((fields) => {
    const date = parseExpiry(fields.expiry)
    if (!date || disabled || busy) return
    onPay({
      number: digitsOf(fields.number),
      expMonth: date.month,
      expYear: date.year,
      cvc: digitsOf(fields.cvc),
    })
  })

  return (
    <form noValidate onSubmit={pay} aria-label={words.form} className="grid grid-cols-2 gap-4">
      <TextField
        {...number}
        label={
          <>
            <span>{words.number} </span>
            {brand && <span className="font-normal text-soft">· {brand}</span>}
          </>
        }
        className="col-span-2"
        error={errors.number?.message}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder={words.numberExample}
        readOnly={busy}
        onInput={(event) => {
          keepFormatted(event, groupCardNumber)
          setBrand(cardBrandName(event.currentTarget.value))
        }}
      />
      <TextField
        {...expiry}
        label={words.expiry}
        error={errors.expiry?.message}
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder={words.expiryExample}
        readOnly={busy}
        onInput={(event) => keepFormatted(event, formatExpiry)}
      />
      <TextField
        {...cvc}
        label={words.securityCode}
        error={errors.cvc?.message}
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder={words.securityCodeExample}
        readOnly={busy}
        onInput={(event) => keepFormatted(event, (typed) => digitsOf(typed).slice(0, cvcLength(getValues('number'))))}
      />
      <div className="col-span-2">
        <PayButton {...payProps} />
      </div>
    </form>
  )
}

/** Formats the field and keeps the caret after the same character, so that the middle can be edited. */
function keepFormatted(event: InputEvent<HTMLInputElement>, format: (typed: string) => string) {
  const input = event.currentTarget
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const formatted = format(input.value)
  if (formatted === input.value) return
  const caretAfter = isAtEnd ? formatted.length : format(input.value.slice(0, caret)).length
  input.value = formatted
  input.setSelectionRange(caretAfter, caretAfter)
}
