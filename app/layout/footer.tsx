import { Link } from 'react-router'
import { BRAND, BrandMark } from '#app/layout/brand-mark.tsx'
import { SoldBy } from '#app/layout/sold-by.tsx'
import { paths } from '#app/paths.ts'
import type { ShopData } from '#app/root.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

const networks = [
  { key: 'linkedIn', href: 'https://www.linkedin.com/', network: 'linkedin' },
  { key: 'youTube', href: 'https://www.youtube.com/', network: 'youtube' },
  { key: 'facebook', href: 'https://www.facebook.com/', network: 'facebook' },
  { key: 'x', href: 'https://x.com/', network: 'x' },
] as const

/** Those with an address of the owner; without any all, because each page has social icons (specification section 1). */
const networksOf = (social: NonNullable<ShopData>['social'] = {}) => {
  const own = networks.flatMap(({ key, ...rest }) => (social[key] ? [{ key, ...rest, href: social[key] }] : []))
  return own.length > 0 ? own : networks
}

const legalTexts = ['terms', 'privacy', 'imprint', 'delivery'] as const

/** The style sheet has the drawings. */
const NETWORK =
  'grid place-items-center size-11 before:size-[24px] before:scale-[0.92] before:bg-night-soft hover:before:bg-on-night forced-colors:before:bg-[LinkText] forced-colors:before:forced-color-adjust-none'

export function Footer({ shopName, shop }: { shopName: string; shop: ShopData | undefined }) {
  return (
    <footer className="footer bg-night-deep text-on-night" data-night>
      <div className="shell-wide grid gap-x-8 gap-y-4 py-8">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <p className={BRAND}>
            <BrandMark logo={shop?.logo} />
            {shopName}
          </p>
          <nav aria-label={words.legal} className="flex flex-wrap gap-x-6">
            {legalTexts.map((text) => (
              <Link key={text} to={paths.legalText(text)} className="flex items-center min-h-11 text-night-soft hover:text-on-night">
                {words[text]}
              </Link>
            ))}
          </nav>
          <ul className="flex gap-1 -mx-3">
            {networksOf(shop?.social).map(({ key, href, network }) => (
              <li key={key}>
                <a
                  href={href}
                  rel="noopener"
                  aria-label={words.networks[key]}
                  title={words.networks[key]}
                  className={`footer-${network} ${NETWORK}`}
                />
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 pt-4 border-t border-t-night-line text-sm text-night-soft">
          {shop && <SoldBy soldBy={shop.soldBy} />}
          <p className="figures">{words.copyright(shopName)}</p>
        </div>
      </div>
    </footer>
  )
}
