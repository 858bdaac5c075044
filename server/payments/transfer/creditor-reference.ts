/** Whether a text is a creditor reference (ISO 11649) with right check digits: 'RF18539007547034'. */
export function isCreditorReference(text: string): boolean {
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(text)) return false
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((sign) => parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** As people read it, in groups of four. */
export const inGroups = (reference: string) => reference.replace(/(.{4})(?=.)/g, '$1 ')
