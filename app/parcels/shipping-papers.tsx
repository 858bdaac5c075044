import { useSyncExternalStore } from 'react'
import { orderCan, type Order } from '#contract/orders/orders.ts'
import { paperSizes, shippingPaperCalls, type PaperSize } from '#contract/orders/shipping-papers.ts'
import { useMay } from '#app/identity/may.tsx'
import { fetchFile } from '#app/api/fetch-file.ts'
import { browserStorage, STORED_HERE } from '#app/identity/browser-storage.ts'
import { offerToSave } from '#app/api/offer-to-save.ts'
import { Button } from '#app/ui/button.tsx'
import { useDownload } from '#app/api/use-download.ts'
import { shippingPaperWords as words } from '#app/words/shipping-papers.ts'

const PAPER_KEY = 'paper'

type Papers = 'slips' | 'labels'

/** Packing slips and address labels of orders as files to print. The size of the paper is kept in the browser. */
export function ShippingPapers({ orders }: { orders: readonly Order[] }) {
  const paper = useSyncExternalStore(subscribe, readPaper, () => 'a4' as const)
  const printed = orders.filter((order) => order.paid && !order.refunded && (order.shipped || orderCan.ship(order)))
  const { busy, download } = useDownload(async (which: Papers) => {
    const body = { orders: printed.map(({ _id }) => _id), ...(which === 'slips' && { paper }) }
    const file = await fetchFile({ path: shippingPaperCalls[which].path, body })
    offerToSave(file, words.fileName(which, printed.length === 1 ? printed[0]!.number : undefined))
  })
  if (!useMay()(shippingPaperCalls.slips) || printed.length === 0) return null

  return (
    <div role="group" aria-label={words.title} className="flex flex-wrap items-center gap-2">
      <Button variant="secondary" busy={busy === 'slips'} disabled={busy !== undefined} onClick={() => download('slips')}>
        {words.slips(printed.length)}
      </Button>
      <Button variant="secondary" busy={busy === 'labels'} disabled={busy !== undefined} onClick={() => download('labels')}>
        {words.labels(printed.length)}
      </Button>
      <select
        className="control w-auto"
        aria-label={words.paper}
        value={paper}
        onChange={({ target }) => browserStorage.setItem(PAPER_KEY, target.value)}
      >
        {paperSizes.map((size) => (
          <option key={size} value={size}>
            {words.papers[size]}
          </option>
        ))}
      </select>
    </div>
  )
}

const readPaper = (): PaperSize => paperSizes.find((size) => size === browserStorage.getItem(PAPER_KEY)) ?? 'a4'

function subscribe(onChange: () => void): () => void {
  addEventListener(STORED_HERE, onChange)
  return () => removeEventListener(STORED_HERE, onChange)
}
