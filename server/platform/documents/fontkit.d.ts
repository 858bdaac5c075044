declare module 'fontkit' {
  /** Opens a font file; the package has no types. */
  export function create(file: Uint8Array): {
    /** Code points that the font has glyphs for. */
    characterSet: number[]
    /** Both in units of the font. */
    ascent: number
    unitsPerEm: number
  }
}
