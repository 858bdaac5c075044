import { BrandMark } from '#app/layout/brand-mark.tsx'
import { FacebookIcon, LinkedInIcon, XIcon, YouTubeIcon } from '#app/ui/icons.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

const networks = [
  { name: words.networks.linkedIn, href: 'https://www.linkedin.com/', Icon: LinkedInIcon },
  { name: words.networks.youTube, href: 'https://www.youtube.com/', Icon: YouTubeIcon },
  { name: words.networks.facebook, href: 'https://www.facebook.com/', Icon: FacebookIcon },
  { name: words.networks.x, href: 'https://x.com/', Icon: XIcon },
]

export function Footer({ shopName }: { shopName: string }) {
  return (
    <footer className="footer" data-night>
      <div className="shell footer-bar">
        <p className="brand">
          <BrandMark />
          {shopName}
        </p>
        <p className="figures text-night-soft">{words.copyright(shopName)}</p>
        <ul className="footer-networks">
          {networks.map(({ name, href, Icon }) => (
            <li key={name}>
              <a href={href} rel="noopener" aria-label={name} title={name} className="footer-network"><Icon /></a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}
