import { Icon } from '#app/ui/icon.tsx'

/* Icons of the dashboard's menu. */

export const UserIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />
  </Icon>
)
export const ListIcon = () => (
  <Icon>
    <path d="M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01" />
  </Icon>
)
export const PenIcon = () => (
  <Icon>
    <path d="m4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20ZM14 6.5l3.5 3.5" />
  </Icon>
)
export const MailIcon = () => (
  <Icon>
    <path d="M3.5 6h17v12.5h-17V6ZM4 6.5l8 6.5 8-6.5" />
  </Icon>
)
export const ChatIcon = () => (
  <Icon>
    <path d="M4 5h16v11h-8.5L7 20v-4H4V5Z" />
  </Icon>
)
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
export const PulseIcon = () => (
  <Icon>
    <path d="M3 12.5h4l2.5-7 4.5 13 2.5-6H21" />
  </Icon>
)
export const LogIcon = () => (
  <Icon>
    <path d="M5.5 3h13v18h-13V3ZM9 8h6M9 12h6M9 16h3" />
  </Icon>
)
export const QuoteIcon = () => (
  <Icon>
    <path d="M5.5 3h13v18l-3-2-3.5 2-3.5-2-3 2V3ZM9 8h6M9 12h6" />
  </Icon>
)
export const HourglassIcon = () => (
  <Icon>
    <path d="M6 3h12M6 21h12M7.5 3v4L12 12l4.5-5V3M7.5 21v-4l4.5-5 4.5 5v4" />
  </Icon>
)
