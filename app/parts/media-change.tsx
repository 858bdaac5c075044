import { imageAtWidth } from '#contract/parts/images.ts'
import type { DocumentKind } from '#contract/parts/part-media.ts'
import { Thumbnail } from '#app/parts/thumbnail-name.tsx'
import { partMediaDeskWords as words } from '#app/words/part-media-desk.ts'
import { partMediaWords } from '#app/words/part-media.ts'

/** Pictures as the history of a part has them. */
export function PicturesValue({ text }: { text: string }) {
  const pictures = JSON.parse(text) as [img: string, alt: string][]
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map(([img, alt]) => (
        <li key={img} className="label-text">
          <Thumbnail src={imageAtWidth(img, 480)} width={48} height={48} />
          <span className="wrap-anywhere">{alt || words.decorative}</span>
        </li>
      ))}
    </ul>
  )
}

/** A document as the history of a part has it; empty where there was none. */
export function documentValue(text: string): string {
  if (text === '') return words.none
  const [kind, title] = JSON.parse(text) as [DocumentKind, string]
  return `${partMediaWords.kinds[kind]}: ${title}`
}
