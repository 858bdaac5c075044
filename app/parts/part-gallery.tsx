import { useState } from 'react'
import { imageAtWidth, imageSrcSet } from '#contract/parts/images.ts'
import type { PartPicture } from '#contract/parts/part-media.ts'
import { partMediaWords as words } from '#app/words/part-media.ts'

/** Several pictures of a part: the chosen one, and all of them small below it. */
export function PartGallery({ pictures }: { pictures: PartPicture[] }) {
  const [chosen, setChosen] = useState(0)
  const shown = pictures[chosen] ?? pictures[0]
  if (!shown) return null
  return (
    <div className="grid gap-2 max-lg:col-span-full lg:[grid-area:picture]">
      <img
        className="part-picture"
        src={shown.img}
        srcSet={imageSrcSet(shown.img)}
        sizes="(min-width: 80rem) 27rem, (min-width: 64rem) 36rem, 100vw"
        width="1200"
        height="900"
        alt={shown.alt}
      />
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2" aria-label={words.pictures} data-screen-only>
        {pictures.map(({ img, alt }, index) => (
          <li key={img}>
            <button
              type="button"
              className="block w-full border-2 border-transparent rounded-box overflow-hidden cursor-pointer hover:border-edge aria-pressed:border-accent"
              aria-pressed={shown.img === img}
              aria-label={alt || words.picture(index + 1, pictures.length)}
              onClick={() => setChosen(index)}
            >
              <img
                src={imageAtWidth(img, 480)}
                className="w-full aspect-4/3 bg-surface object-cover"
                width="480"
                height="360"
                alt=""
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
