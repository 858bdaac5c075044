import { NOTHING } from '#contract/parts/imports.ts'

/** Further pictures as a cell: one on each line, its address and then its text. */
export const picturesCell = (pictures: readonly (readonly [img: string, alt: string])[]): string =>
  pictures.length === 0 ? NOTHING : pictures.map(([img, alt]) => `${img} ${alt}`.trim()).join('\n')

/** Numbers of related parts as a cell, one on each line. Characters that separate numbers in a cell have no meaning within one. */
export const numbersCell = (numbers: readonly string[]): string =>
  numbers.length === 0 ? NOTHING : numbers.map((number) => number.replace(/[;\s]+/g, ' ')).join('\n')
