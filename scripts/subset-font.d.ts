declare module 'subset-font' {
  /** `font` with only the characters of `text`; the package has no types. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      keepFeatures?: string[]
      variationAxes: Record<string, number | { min: number; max: number }>
      preserveNameIds?: number[]
    },
  ): Promise<Buffer>
}
