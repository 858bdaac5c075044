import { useEffect, useState } from 'react'
import type { CardProcessor } from './card-processor.ts'
import { sandboxProcessor, type SecondStepOutcome } from './sandbox-card.ts'

type Sandbox = {
  processor: CardProcessor
  /** The bank waits for the customer. */
  isAsking: boolean
  decide: (outcome: SecondStepOutcome) => void
}

/** The sandbox processor and its second step. Leaving the page fails the step. */
export function useSandbox(): Sandbox {
  const [isAsking, setIsAsking] = useState(false)
  const [{ processor, decide }] = useState(() => openSandbox(setIsAsking))

  useEffect(() => () => decide('fail'), [decide])

  return { processor, isAsking, decide }
}

function openSandbox(onAsking: (isAsking: boolean) => void): Omit<Sandbox, 'isAsking'> {
  let answer: ((outcome: SecondStepOutcome) => void) | undefined
  const askCustomer = () => {
    onAsking(true)
    return new Promise<SecondStepOutcome>((resolve) => {
      answer = resolve
    })
  }
  return {
    processor: sandboxProcessor(askCustomer),
    decide: (outcome) => {
      onAsking(false)
      answer?.(outcome)
      answer = undefined
    },
  }
}
