import { BrandMark } from '#app/layout/brand-mark.tsx'
import { FacebookIcon, LinkedInIcon, XIcon, YouTubeIcon } from '#app/ui/icons.tsx'

const networks = [
  { name: 'LinkedIn', href: 'https://www.linkedin.com/', Icon: LinkedInIcon },
  { name: 'YouTube', href: 'https://www.youtube.com/', Icon: YouTubeIcon },
  { name: 'Facebook', href: 'https://www.facebook.com/', Icon: FacebookIcon },
  { name: 'X', href: 'https://x.com/', Icon: XIcon },
]

export function Footer({ shopName }: { shopName: string }) {
  return (
    <footer className="footer" data-night>
      <div className="shell footer-bar">
        <p className="brand">
          <BrandMark />
          {shopName}
        </p>
        <p className="figures text-night-soft">Copyright © 2022 {shopName}. All rights reserved.</p>
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
