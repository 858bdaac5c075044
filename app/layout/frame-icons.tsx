import { Icon } from '#app/ui/icon.tsx'

/* Icons of header and footer, which every page loads. */

export const MenuIcon = () => <Icon><path d="M4 7h16M4 12h16M4 17h16" /></Icon>

/** The sign of a network; the drawings stand in public/networks.svg, so that no page carries them in its code. */
export const NetworkIcon = ({ network }: { network: 'linkedin' | 'youtube' | 'facebook' | 'x' }) => (
  <Icon filled><use href={`/networks.svg#${network}`} /></Icon>
)
