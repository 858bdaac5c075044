import { LIST_BYTES } from '#contract/basics/limits.ts'

/** Maximum size of an imported file in bytes. */
export const MAX_FILE_BYTES = LIST_BYTES
