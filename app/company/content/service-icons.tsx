import { Icon } from '#app/ui/icon.tsx'

/* Icons of the six services. */

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
export const WarehouseIcon = () => (
  <Icon>
    <path d="M3 20.5V9l9-5.5L21 9v11.5M7 20.5V12h10v8.5M7 16h10" />
  </Icon>
)
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
