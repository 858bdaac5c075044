import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { quoteCalls, type Quote } from '#contract/quotes.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { quotesWords as words } from '#app/words/quotes.ts'

/** Creates, shows once, copies and ends the private link of a quote. */
export function ShareQuote({ quote }: { quote: Quote }) {
  const queryClient = useQueryClient()
  const [url, setUrl] = useState<string>()
  const params = { id: quote._id }
  const readAgain = () => {
    for (const read of [quoteCalls.one, quoteCalls.mine]) void queryClient.invalidateQueries({ queryKey: keyOf(read) })
  }
  const share = useMutation({
    mutationFn: () => callApi(quoteCalls.share, { params }),
    onSuccess: (link) => setUrl(link.url),
    onError: (error) => toastFailure(error, () => share.mutate()),
    onSettled: readAgain,
  })
  const end = useMutation({
    mutationFn: () => callApi(quoteCalls.unshare, { params }),
    onSuccess: () => {
      setUrl(undefined)
      toast.success(words.shareEnded)
    },
    onError: (error) => toastFailure(error, () => end.mutate()),
    onSettled: readAgain,
  })

  async function copy(link: string) {
    try {
      await navigator.clipboard.writeText(link)
      toast.success(words.copied)
    } catch {
      // The browser forbids it; the link can be copied from the field.
    }
  }

  return (
    <Panel className="grid gap-5">
      <div>
        <h3 className="text-lg">{words.share}</h3>
        <p className="text-soft">{words.shareLead}</p>
      </div>
      {url !== undefined && (
        <div className="flex flex-wrap items-end gap-3">
          <TextField label={words.shareLabel} value={url} readOnly className="grow" onFocus={(event) => event.target.select()} />
          <Button variant="secondary" onClick={() => void copy(url)}>
            {words.copy}
          </Button>
        </div>
      )}
      {quote.shared && url === undefined && <p className="label-text">{words.shareNewHint}</p>}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={share.isPending} onClick={() => share.mutate()}>
          {quote.shared ? words.shareNew : words.shareMake}
        </Button>
        {quote.shared && (
          <Button variant="secondary" busy={end.isPending} onClick={() => end.mutate()}>
            {words.shareEnd}
          </Button>
        )}
      </div>
    </Panel>
  )
}
