/** Maximum size of an imported file in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
