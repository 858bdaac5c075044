import { BanknoteIcon, ChainIcon, PalletIcon, PanelIcon, StoreIcon, WarehouseIcon } from '#app/company/content/service-icons.tsx'

/** Copy of the home page. Specification sections 1 and 2; every figure is specified. */

export const promise =
  'TV parts made to your order and shipped in bulk. Behind one order stands a network of over 2,000 manufacturers ' +
  'in Europe, working in over 70 materials, and you hold a quote for multiple parts in under a minute.'

export const companyServices = [
  {
    title: 'Store management',
    text: 'Part numbers, prices and stock of your spare-part store, kept current so that nothing is sold twice.',
    Icon: StoreIcon,
  },
  {
    title: 'Supply and chain management',
    text: 'From raw board to sealed carton: one contact plans suppliers, inspection and transport.',
    Icon: ChainIcon,
  },
  {
    title: 'TV parts manufacturing',
    text: 'Boards, backlights, cables and housings, built to the drawing and tested before they leave.',
    Icon: PanelIcon,
  },
  {
    title: 'Warehouse management',
    text: 'Finished parts wait in our warehouse and leave in the quantities your line can take.',
    Icon: WarehouseIcon,
  },
  {
    title: 'Wholesale support',
    text: 'Pallet labels, date codes and papers the way your goods-in wants them, order after order.',
    Icon: PalletIcon,
  },
  {
    title: 'Loan/EMI facilities',
    text: 'Spread a large order over monthly instalments and keep your cash for production.',
    Icon: BanknoteIcon,
  },
]

export const steps = [
  {
    title: 'Inform us of your required parts',
    text: 'Name the parts, the quantity and the date. A part number is enough, a drawing is better.',
  },
  {
    title: 'Choose the process and communication',
    text: 'Decide how the parts are made, and how you want to hear from us while they are.',
  },
  {
    title: 'Order your parts online or offline',
    text: 'Pay on a secure payment platform. After that our engineers analyse the design.',
  },
  {
    title: 'Receive your parts',
    text: 'Follow the package in your personal account until it stands at your door.',
  },
]

export const stats = [
  { figure: '3000+', label: 'satisfied customers' },
  { figure: '50+', label: 'served countries' },
  { figure: '300+', label: 'delivery channels' },
  { figure: '10000+', label: 'parts quoted' },
]
