import { BrandMark } from '#app/layout/brand-mark.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

const networks = [
  { name: words.networks.linkedIn, href: 'https://www.linkedin.com/', network: 'linkedin' },
  { name: words.networks.youTube, href: 'https://www.youtube.com/', network: 'youtube' },
  { name: words.networks.facebook, href: 'https://www.facebook.com/', network: 'facebook' },
  { name: words.networks.x, href: 'https://x.com/', network: 'x' },
] as const

export function Footer({ shopName }: { shopName: string }) {
  return (
    <footer className="footer" data-night>
      <div className="shell-wide footer-bar">
        <p className="brand">
          <BrandMark />
          {shopName}
        </p>
        <p className="figures text-night-soft">{words.copyright(shopName)}</p>
        <ul className="footer-networks">
          {networks.map(({ name, href, network }) => (
            <li key={name}>
              <a href={href} rel="noopener" aria-label={name} title={name} className={`footer-network footer-${network}`} />
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}
