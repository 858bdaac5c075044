import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 150

/** The value once it has not changed for a moment, so that not every key press is asked about. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
