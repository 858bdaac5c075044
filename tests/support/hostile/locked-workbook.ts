import { CFB } from '@e965/xlsx'

/** A workbook with a password, as Excel saves it: its content cannot be read without one. */
export function lockedWorkbook(): Buffer {
  const file: unknown = CFB.utils.cfb_new()
  const version = Uint8Array.from([4, 0, 4, 0, 0x40, 0, 0, 0])
  CFB.utils.cfb_add(file, '/EncryptionInfo', Buffer.concat([version, Buffer.from('<encryption></encryption>')]))
  CFB.utils.cfb_add(file, '/EncryptedPackage', Buffer.alloc(64, 7))
  return CFB.write(file, { type: 'buffer' }) as Buffer
}
