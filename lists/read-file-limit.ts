import { LIST_BYTES } from '#contract/limits.ts'

/** Maximum size of an imported file in bytes. */
export const MAX_FILE_BYTES = LIST_BYTES
