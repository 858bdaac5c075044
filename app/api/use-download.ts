import { useState } from 'react'
import { failureText } from '#app/ui/failure.tsx'
import { toast } from '#app/ui/toast.ts'

/**
 * For buttons that fetch a file and hand it to the browser: which one is running, and a message with a retry when it fails.
 * @param save fetches the file of a button and offers to save it
 */
export function useDownload<Which extends string>(save: (which: Which) => Promise<void>) {
  const [busy, setBusy] = useState<Which>()

  async function download(which: Which): Promise<void> {
    setBusy(which)
    try {
      await save(which)
    } catch (error) {
      toast.error(failureText(error), { retry: () => void download(which) })
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, download: (which: Which) => void download(which) }
}
