import type { ReactNode } from 'react'

/** One drawing on a 24 x 24 grid, in the colour of the text around it. Names come from the control, never the icon. */
function Icon({ children, filled = false }: { children: ReactNode; filled?: boolean }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export const MenuIcon = () => <Icon><path d="M4 7h16M4 12h16M4 17h16" /></Icon>
export const CloseIcon = () => <Icon><path d="m6 6 12 12M18 6 6 18" /></Icon>
export const CheckIcon = () => <Icon><circle cx="12" cy="12" r="9" /><path d="m8 12.5 2.7 2.7L16 9.5" /></Icon>
export const AlertIcon = () => <Icon><path d="M12 4 2.8 19.5h18.4L12 4Z" /><path d="M12 10v4M12 17v.01" /></Icon>
export const InfoIcon = () => <Icon><circle cx="12" cy="12" r="9" /><path d="M12 11v5M12 8v.01" /></Icon>
export const ChevronLeftIcon = () => <Icon><path d="m14.5 6-6 6 6 6" /></Icon>
export const ChevronRightIcon = () => <Icon><path d="m9.5 6 6 6-6 6" /></Icon>
export const ArrowRightIcon = () => <Icon><path d="M4 12h15M13 6l6 6-6 6" /></Icon>
export const PlusIcon = () => <Icon><path d="M12 5v14M5 12h14" /></Icon>
export const MinusIcon = () => <Icon><path d="M5 12h14" /></Icon>
export const TrashIcon = () => <Icon><path d="M4 7h16M9.5 7V4.5h5V7M6 7l1 13h10l1-13M10 11v5.5M14 11v5.5" /></Icon>
export const EyeIcon = () => (
  <Icon>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="3" />
  </Icon>
)
export const EyeOffIcon = () => (
  <Icon>
    <path
      d="M9.5 5.8c.8-.2 1.6-.3 2.5-.3 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.2 7.3
        A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1.1"
    />
    <path d="M10 10a3 3 0 0 0 4 4.2M4 4l16 16" />
  </Icon>
)
/** A star; `half` lights its left side only. */
export const StarIcon = ({ half = false }: { half?: boolean }) => (
  <Icon filled>
    <path d={half
      ? 'M12 3v14l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7L12 3Z'
      : 'm12 3 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L12 17l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7L12 3Z'}
    />
  </Icon>
)
export const UserIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />
  </Icon>
)
export const ListIcon = () => <Icon><path d="M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01" /></Icon>
export const PenIcon = () => <Icon><path d="m4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20ZM14 6.5l3.5 3.5" /></Icon>
export const MailIcon = () => <Icon><path d="M3.5 6h17v12.5h-17V6ZM4 6.5l8 6.5 8-6.5" /></Icon>
export const ChatIcon = () => <Icon><path d="M4 5h16v11h-8.5L7 20v-4H4V5Z" /></Icon>
export const BoxIcon = () => (
  <Icon>
    <path d="m12 3 8.5 4.5v9L12 21l-8.5-4.5v-9L12 3ZM3.5 7.5 12 12l8.5-4.5M12 12v9" />
  </Icon>
)
export const ShieldIcon = () => (
  <Icon>
    <path d="M12 3 4.5 6v5.5c0 4.5 3 7.5 7.5 9.5 4.5-2 7.5-5 7.5-9.5V6L12 3Z" />
    <path d="m9 12 2.2 2.2L15.3 10" />
  </Icon>
)
export const StoreIcon = () => (
  <Icon>
    <path d="M4 10v10h16V10M3 7l1.5-3.5h15L21 7c0 3-4.5 4-6 1-1.2 3-4.8 3-6 0-1.5 3-6 2-6-1ZM9.5 20v-5.5h5V20" />
  </Icon>
)
export const ChainIcon = () => (
  <Icon>
    <circle cx="5.5" cy="6" r="2.5" />
    <circle cx="18.5" cy="12" r="2.5" />
    <circle cx="5.5" cy="18" r="2.5" />
    <path d="M8 6h3.5c2.5 0 2.5 6 4.5 6M8 18h3.5c2.5 0 2.5-6 4.5-6" />
  </Icon>
)
export const PanelIcon = () => (
  <Icon>
    <rect x="2.5" y="4.5" width="19" height="12.5" rx="1" />
    <path d="M8.5 20.5h7M12 17v3.5M6.5 13l3-4 2.5 3 2-2 3 3" />
  </Icon>
)
export const WarehouseIcon = () => <Icon><path d="M3 20.5V9l9-5.5L21 9v11.5M7 20.5V12h10v8.5M7 16h10" /></Icon>
export const PalletIcon = () => (
  <Icon>
    <path d="M3 18.5h18M5 18.5v2M12 18.5v2M19 18.5v2M5 10h6v8.5H5V10ZM13 10h6v8.5h-6V10ZM9 3.5h6V10H9V3.5Z" />
  </Icon>
)
export const BanknoteIcon = () => (
  <Icon>
    <rect x="2.5" y="6" width="19" height="12" rx="1" />
    <circle cx="12" cy="12" r="2.75" />
    <path d="M6 9.5v.01M18 14.5v.01" />
  </Icon>
)
export const FacebookIcon = () => (
  <Icon filled>
    <path
      d="M13.6 21v-7.7h2.6l.4-3h-3V8.4c0-.9.3-1.5 1.6-1.5h1.5V4.2C16.4 4.1 15.5 4 14.5 4
        c-2.2 0-3.8 1.4-3.8 3.9v2.4H8.1v3h2.6V21h2.9Z"
    />
  </Icon>
)
export const LinkedInIcon = () => (
  <Icon filled>
    <path
      d="M4.5 9.5h3V20h-3V9.5ZM6 4.5A1.75 1.75 0 1 1 6 8a1.75 1.75 0 0 1 0-3.5ZM9.5 9.5h2.9
        v1.4c.5-.9 1.6-1.7 3.2-1.7 3.2 0 3.9 2 3.9 4.8V20h-3v-5.3c0-1.3 0-2.9-1.8-2.9
        s-2.1 1.4-2.1 2.8V20h-3.1V9.5Z"
    />
  </Icon>
)
export const YouTubeIcon = () => (
  <Icon filled>
    <path
      fillRule="evenodd" d="M21.6 7.6a2.6 2.6 0 0 0-1.8-1.8C18.2 5.4 12 5.4 12 5.4s-6.2 0-7.8.4
        a2.6 2.6 0 0 0-1.8 1.8C2 9.2 2 12 2 12s0 2.8.4 4.4
        c.2.9.9 1.6 1.8 1.8 1.6.4 7.8.4 7.8.4s6.2 0 7.8-.4a2.6 2.6 0 0 0 1.8-1.8
        c.4-1.6.4-4.4.4-4.4s0-2.8-.4-4.4ZM10 15V9l5.2 3L10 15Z"
    />
  </Icon>
)
export const XIcon = () => (
  <Icon filled>
    <path
      fillRule="evenodd" d="M4 4h4.7l3.9 5.3L17.2 4h2l-5.7 6.5L20.3 20h-4.7l-4.2-5.8L6.3 20h-2l6.2-7L4 4Z
        m2.9 1.5 9.5 13h1.1L8 5.5H6.9Z"
    />
  </Icon>
)
