declare module 'subset-font' {
  /** `font` with no more than the letters of `text`, as `options` say; the package brings no types of its own. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      keepFeatures: string[]
      variationAxes: Record<string, { min: number; max: number }>
      preserveNameIds: number[]
    },
  ): Promise<Buffer>
}
