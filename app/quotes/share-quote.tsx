import { useState } from 'react'
import { quoteCalls, type Quote } from '#contract/quotes/quotes.ts'
import { callApi } from '#app/api/api.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { quotesWords as words } from '#app/words/quotes.ts'

/** Creates, shows once, copies and ends the private link of a quote. */
export function ShareQuote({ quote }: { quote: Quote }) {
  const [url, setUrl] = useState<string>()
  const params = { id: quote._id }
  const changes = [quoteCalls.one, quoteCalls.mine]
  const share = useAction({ send: () => callApi(quoteCalls.share, { params }), onDone: (link) => setUrl(link.url), changes })
  const end = useAction({
    send: () => callApi(quoteCalls.unshare, { params }),
    onDone: () => {
      setUrl(undefined)
      toast.success(words.shareEnded)
    },
    changes,
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
        <Button variant="secondary" busy={share.isRunning} onClick={() => share.run()}>
          {quote.shared ? words.shareNew : words.shareMake}
        </Button>
        {quote.shared && (
          <Button variant="secondary" busy={end.isRunning} onClick={() => end.run()}>
            {words.shareEnd}
          </Button>
        )}
      </div>
    </Panel>
  )
}
