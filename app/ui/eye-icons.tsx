import { icon } from '#app/ui/icon.tsx'

/* Icons of the password field, apart from those that pages without a form need, too. */

export const EyeIcon = icon('M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z')
export const EyeOffIcon = icon(
  'M9.5 5.8c.8-.2 1.6-.3 2.5-.3 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.2 7.3A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1.1M10 10a3 3 0 0 0 4 4.2M4 4l16 16',
)
