import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader, ShopData } from '#app/root.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

/** Who sells, in one line: legal name, city, register, VAT id and phone, as far as the owner has set them. */
export function SoldBy({ soldBy: { legalName, city, registration, vatId, phone }, className = '' }: SoldByProps) {
  const facts = [legalName, city, registration, vatId && words.vatId(vatId)].filter((fact) => fact !== undefined && fact !== '')
  if (facts.length === 0 && !phone) return null
  return (
    <address className={`flex flex-wrap gap-x-5 gap-y-1 not-italic wrap-anywhere ${className}`}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {phone && (
        <a className="underline underline-offset-[0.2em]" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
          {phone}
        </a>
      )}
    </address>
  )
}

type SoldByProps = { soldBy: ShopData['soldBy']; className?: string }

/** On a page that somebody else was sent: who sells what it shows. */
export function SoldByPanel() {
  const soldBy = useRouteLoaderData<typeof rootLoader>('root')?.soldBy
  if (!soldBy || Object.values(soldBy).every((value) => value === undefined)) return null
  return (
    <Panel role="group" aria-label={words.seller} className="lg:col-span-full">
      <h2 className="mb-2 text-lg">{words.seller}</h2>
      <SoldBy soldBy={soldBy} />
    </Panel>
  )
}
