/** Typed dollars, such as '1,234.50'; undefined for anything else. */
export function readDollars(typed: string): number | undefined {
  const plain = typed.trim().replace(/^\$/, '').replaceAll(',', '')
  return /^\d{1,12}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}
