/** A picture is asked for again after this time, once. */
const RETRY_DELAY_MS = 1_000

/** A grey field with the icon of a picture; it suits day and night. */
const PLACEHOLDER = `data:image/svg+xml,${(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-36 -24 96 72' fill='none' stroke='#78849a' stroke-width='1.5'>" +
  "<path d='M-99-99h222v222h-222z' fill='#78849a' fill-opacity='.16' stroke='none'/>" +
  "<path vector-effect='non-scaling-stroke' d='M3.5 5h17v14h-17V5ZM4 17l5-5 3.5 3.5 3-2.5 4.5 4M15.5 9.5v.01'/></svg>"
).replaceAll('#', '%23')}`

/**
 * Runs in the head: a picture that fails to load is asked for once more, then a placeholder of the same size stands in its place.
 * One script for all pictures, those of the server's page too, which can fail before React is there. It is in the page and not in
 * the browser's scripts.
 */
export const LOST_PICTURES_SCRIPT = import.meta.env.SSR ? `(${replacePictures})(${RETRY_DELAY_MS},${JSON.stringify(PLACEHOLDER)});` : ''

function replacePictures(delayMs: number, placeholder: string) {
  const askedAgain = new WeakMap<HTMLImageElement, string>()

  // Errors of pictures do not bubble.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement) || target.src === placeholder) return
      const { src } = target
      if (askedAgain.get(target) !== src) {
        askedAgain.set(target, src)
        setTimeout(() => {
          if (target.src === src) target.src = src
        }, delayMs)
        return
      }
      const sources = target.parentElement instanceof HTMLPictureElement ? target.parentElement.querySelectorAll('source') : []
      for (const element of [...sources, target]) element.removeAttribute('srcset')
      target.src = placeholder
    },
    true,
  )
}
