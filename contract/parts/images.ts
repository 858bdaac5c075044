import Type from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { IMAGE_WIDTHS } from '../basics/limits.ts'

/** Pictures stored by the shop: 32 hex digits, always WebP. */
export const IMAGE_URL_PATTERN = /^\/images\/([0-9a-f]{32}\.webp)$/

/** The address of a stored picture in a smaller width; other addresses are returned unchanged. */
export function imageAtWidth(url: string, width: (typeof IMAGE_WIDTHS)[number]): string {
  const match = IMAGE_URL_PATTERN.exec(url)
  return match ? `/images/${width}/${match[1]}` : url
}

/** `srcset` of a stored picture; undefined for other pictures. */
export function imageSrcSet(url: string): string | undefined {
  if (!IMAGE_URL_PATTERN.test(url)) return undefined
  return IMAGE_WIDTHS.map((width) => `${imageAtWidth(url, width)} ${width}w`)
    .concat(`${url} 1600w`)
    .join(', ')
}

export const imageCalls = defineCalls('Images', 'images', {
  upload: {
    method: 'POST',
    path: '/images',
    policy: 'admin',
    permissions: ['parts', 'settings'],
    scopes: ['parts'],
    upload: 'image',
    summary: 'Upload a picture of a part or of the shop: multipart, one file in the field `image`',
    response: Type.Object({ success: Type.Boolean(), data: Type.Object({ url: Type.String() }) }),
  },
})
