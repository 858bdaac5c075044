import { orderFileFormats, orderFileCalls, type OrderFileFilter, type OrderFileFormat } from '#contract/orders/order-files.ts'
import { SaveFiles } from '#app/ui/save-files.tsx'
import { orderFileWords as words } from '#app/words/order-files.ts'

type OrderFilesProps = {
  of: keyof typeof orderFileCalls
  /** What the list shows. */
  filter: Omit<OrderFileFilter, 'format'>
}

/** Saves the orders that a list shows, on all of its pages, as a file. */
export function OrderFiles({ of, filter }: OrderFilesProps) {
  const fileOf = (format: OrderFileFormat) => ({
    path: `${orderFileCalls[of].path}?${new URLSearchParams({ format, ...filter })}`,
    name: words.fileName(format),
  })
  return (
    <SaveFiles
      aria-label={words.title}
      className="flex gap-2"
      formats={orderFileFormats}
      texts={words.formats}
      labelOf={(format) => words.saveAs[format]}
      fileOf={fileOf}
    />
  )
}
