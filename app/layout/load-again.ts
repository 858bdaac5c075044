/** Loads this page again. Not a reload: those of scripts are held back (app/layout/out-of-reach.ts). */
export const loadAgain = () => location.replace(location.pathname + location.search)
