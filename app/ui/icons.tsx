import { Icon, icon } from '#app/ui/icon.tsx'

/* Icons of the controls. */

export const CloseIcon = icon('m6 6 12 12M18 6 6 18')
export const CheckIcon = icon('M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM8 12.5l2.7 2.7L16 9.5')
export const AlertIcon = icon('M12 4 2.8 19.5h18.4L12 4ZM12 10v4M12 17v.01')
export const InfoIcon = icon('M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 11v5M12 8v.01')
export const ChevronLeftIcon = icon('m14.5 6-6 6 6 6')
export const ChevronRightIcon = icon('m9.5 6 6 6-6 6')
export const ArrowRightIcon = icon('M4 12h15M13 6l6 6-6 6')
export const PlusIcon = icon('M12 5v14M5 12h14')
export const MinusIcon = icon('M5 12h14')
export const TrashIcon = icon('M4 7h16M9.5 7V4.5h5V7M6 7l1 13h10l1-13M10 11v5.5M14 11v5.5')
/** A star; `half` lights its left side only. */
export const StarIcon = ({ half = false }: { half?: boolean }) => (
  <Icon filled>
    <path
      d={
        half
          ? 'M12 3v14l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7L12 3Z'
          : 'm12 3 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L12 17l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7L12 3Z'
      }
    />
  </Icon>
)
