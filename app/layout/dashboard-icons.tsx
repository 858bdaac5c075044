import { icon } from '#app/ui/icon.tsx'

/* Icons of the dashboard. */

export const UserIcon = icon('M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5')
export const PeopleIcon = icon(
  'M12 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM2 19.5c.8-3.5 3.3-5 6.5-5s5.7 1.5 6.5 5M15.5 5.2a3.5 3.5 0 0 1 0 6.6M18 14.9c2 .7 3.4 2.2 4 4.6',
)
export const ScanIcon = icon('M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 8v8M11 8v8M14 8v8M17 8v8')
export const ListIcon = icon('M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01')
export const PenIcon = icon('m4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20ZM14 6.5l3.5 3.5')
export const ReturnIcon = icon('M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H8')
export const MailIcon = icon('M3.5 6h17v12.5h-17V6ZM4 6.5l8 6.5 8-6.5')
export const ChatIcon = icon('M4 5h16v11h-8.5L7 20v-4H4V5Z')
export const BookIcon = icon('M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2V4ZM5 18a2 2 0 0 1 2-2h12M9 8h6')
export const BoxIcon = icon('m12 3 8.5 4.5v9L12 21l-8.5-4.5v-9L12 3ZM3.5 7.5 12 12l8.5-4.5M12 12v9')
export const ShieldIcon = icon('M12 3 4.5 6v5.5c0 4.5 3 7.5 7.5 9.5 4.5-2 7.5-5 7.5-9.5V6L12 3ZM9 12l2.2 2.2L15.3 10')
export const PulseIcon = icon('M3 12.5h4l2.5-7 4.5 13 2.5-6H21')
export const LogIcon = icon('M5.5 3h13v18h-13V3ZM9 8h6M9 12h6M9 16h3')
export const QuoteIcon = icon('M5.5 3h13v18l-3-2-3.5 2-3.5-2-3 2V3ZM9 8h6M9 12h6')
export const InvoiceIcon = icon('M6 3h8.5L18.5 7v14H6V3ZM14 3v4.5h4.5M9 12h6.5M9 16h6.5')
export const HourglassIcon = icon('M6 3h12M6 21h12M7.5 3v4L12 12l4.5-5V3M7.5 21v-4l4.5-5 4.5 5v4')
export const SearchIcon = icon('M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM15.2 15.2 20.5 20.5')
export const PercentIcon = icon(
  'M5.5 18.5l13-13M9.5 7.5a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0ZM19 16.5a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0Z',
)
export const GaugeIcon = icon('M4 13h6V4H4v9ZM14 20h6v-9h-6v9ZM4 20h6v-3H4v3ZM14 7h6V4h-6v3Z')
export const PayoutIcon = icon('M3.5 6.5h17v11h-17v-11ZM14.5 12a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM6.5 9.5v.01M17.5 14.5v.01')
export const GearIcon = icon('M4 7h9M17 7h3M4 17h3M11 17h9M17 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM11 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z')
export const BankIcon = icon('M3.5 9.5 12 4l8.5 5.5h-17ZM5.5 10v7.5M10 10v7.5M14 10v7.5M18.5 10v7.5M3.5 20h17')
export const CoinsIcon = icon(
  'M4 7.5C4 5.6 7 4.5 10 4.5s6 1.1 6 3-3 3-6 3-6-1.1-6-3ZM4 7.5v4c0 1.9 3 3 6 3M4 11.5v4c0 1.9 3 3 6 3M13 14.5h7.5M13 18.5h7.5',
)
export const TreeIcon = icon('M4 4h7v5H4V4ZM13 10h7v4h-7v-4ZM13 16h7v4h-7v-4ZM7 9v9h6M7 12h6')
export const TruckIcon = icon(
  'M3 6h11v10H3V6ZM14 9.5h3.5L21 13v3h-7M9 17.5a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0ZM19 17.5a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0Z',
)
export const ImportIcon = icon('M12 3.5v11M7.5 10.5l4.5 4.5 4.5-4.5M4 17v3.5h16V17')
