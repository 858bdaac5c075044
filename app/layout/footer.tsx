import { Link } from 'react-router'
import { BRAND, BrandMark } from '#app/layout/brand-mark.tsx'
import { paths } from '#app/paths.ts'
import type { ShopData } from '#app/root.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

const networks = [
  { key: 'linkedIn', href: 'https://www.linkedin.com/', network: 'linkedin' },
  { key: 'youTube', href: 'https://www.youtube.com/', network: 'youtube' },
  { key: 'facebook', href: 'https://www.facebook.com/', network: 'facebook' },
  { key: 'x', href: 'https://x.com/', network: 'x' },
] as const

/** The style sheet has the drawings. */
const NETWORK =
  'grid place-items-center size-11 before:size-[24px] before:scale-[0.92] before:bg-night-soft hover:before:bg-on-night forced-colors:before:bg-[LinkText] forced-colors:before:forced-color-adjust-none'

export function Footer({ shopName, shop }: { shopName: string; shop: ShopData | undefined }) {
  return (
    <footer className="footer bg-night-deep text-on-night" data-night>
      <div className="shell-wide flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-8">
        <p className={BRAND}>
          <BrandMark logo={shop?.logo} />
          {shopName}
        </p>
        <p className="figures text-night-soft">{words.copyright(shopName)}</p>
        {shop?.hasLegal && (
          <Link to={paths.legal} className="text-night-soft">
            {words.legal}
          </Link>
        )}
        <ul className="flex gap-1 -mx-3">
          {networks.map(({ key, href, network }) => (
            <li key={key}>
              <a
                href={shop?.social?.[key] ?? href}
                rel="noopener"
                aria-label={words.networks[key]}
                title={words.networks[key]}
                className={`footer-${network} ${NETWORK}`}
              />
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}
