/** Brands of HEIC, which no decoder of the shop reads, in the first box of the file (ISO 14496-12). */
const BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])

/** Whether a file is a HEIC picture, as telephones take them. */
export function isHeic(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), bytes.length)).match(/.{4}/gs) ?? []
  return brands.some((brand) => BRANDS.has(brand))
}
