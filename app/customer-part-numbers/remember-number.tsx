import { useState } from 'react'
import { customerPartNumberCalls } from '#contract/parts/customer-part-numbers.ts'
import { callApi } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { useSession } from '#app/identity/session.tsx'
import { toast } from '#app/ui/toast.ts'
import { customerPartNumberWords as words } from '#app/words/customer-part-numbers.ts'

const QUESTION = 'flex flex-wrap items-center gap-x-2 gap-y-1'

type RememberNumberProps = {
  /** What the buyer has written. */
  text: string
  /** The number of the part that the buyer has chosen for it. */
  partNumber: string
  /** Number of the line, from 1. */
  line: number
  onRemembered: () => void
}

/** Asks a signed-in buyer whether a typed number is theirs for the part, so that later lists find the part by it. */
export function RememberNumber({ text, partNumber, line, onRemembered }: RememberNumberProps) {
  const { status } = useSession()
  const [step, setStep] = useState<'asks' | 'keeps' | 'kept'>('asks')
  if (status !== 'signedIn') return null
  if (step === 'kept') return <span className={QUESTION}>{words.remembered(text, partNumber)}</span>

  async function remember(): Promise<void> {
    setStep('keeps')
    try {
      await callApi(customerPartNumberCalls.change, { body: { remove: [], add: [{ number: text, partNumber }] } })
      setStep('kept')
      onRemembered()
    } catch (error) {
      setStep('asks')
      toast.error(failureText(error), { retry: () => void remember() })
    }
  }

  return (
    <span className={QUESTION}>
      <span>{words.question(text, partNumber)}</span>
      <button type="button" className="line-action" disabled={step === 'keeps'} onClick={() => void remember()}>
        {words.remember}
        <span className="sr-only">{words.rememberFor(line)}</span>
      </button>
    </span>
  )
}
