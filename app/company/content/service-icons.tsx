import { icon } from '#app/ui/icon.tsx'

/* Icons of the six services. */

export const StoreIcon = icon('M4 10v10h16V10M3 7l1.5-3.5h15L21 7c0 3-4.5 4-6 1-1.2 3-4.8 3-6 0-1.5 3-6 2-6-1ZM9.5 20v-5.5h5V20')
export const ChainIcon = icon(
  'M8 6a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM21 12a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM8 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM8 6h3.5c2.5 0 2.5 6 4.5 6M8 18h3.5c2.5 0 2.5-6 4.5-6',
)
export const PanelIcon = icon(
  'M3.5 4.5h17a1 1 0 0 1 1 1V16a1 1 0 0 1-1 1h-17a1 1 0 0 1-1-1V5.5a1 1 0 0 1 1-1ZM8.5 20.5h7M12 17v3.5M6.5 13l3-4 2.5 3 2-2 3 3',
)
export const WarehouseIcon = icon('M3 20.5V9l9-5.5L21 9v11.5M7 20.5V12h10v8.5M7 16h10')
export const PalletIcon = icon('M3 18.5h18M5 18.5v2M12 18.5v2M19 18.5v2M5 10h6v8.5H5V10ZM13 10h6v8.5h-6V10ZM9 3.5h6V10H9V3.5Z')
export const BanknoteIcon = icon(
  'M3.5 6h17a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-17a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM14.75 12a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 0 1 5.5 0ZM6 9.5v.01M18 14.5v.01',
)
