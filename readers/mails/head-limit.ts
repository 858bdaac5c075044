/** Bytes of a mail in which its headers must end. */
export const HEAD_BYTES = 256 * 1024
