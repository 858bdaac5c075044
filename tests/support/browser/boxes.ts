import type { Page } from '@playwright/test'

/**
 * Records the position of everything in the window. The returned function lists elements that have moved since, with both positions
 * in pixels; elements that were removed, were added or have only grown are left out, and so is the scrolling of a row of tabs.
 */
export async function watchBoxes(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const isSeen = ({ width, height, top, bottom }: DOMRect) => width > 0 && height > 0 && bottom > 0 && top < innerHeight
    const placeOf = (node: Element) => {
      let { left, top } = node.getBoundingClientRect()
      for (let around = node.parentElement; around && around !== document.documentElement; around = around.parentElement) {
        left += around.scrollLeft
        top += around.scrollTop
      }
      return `${left.toFixed(1)}, ${top.toFixed(1)}`
    }
    const seen = Array.from(document.body.querySelectorAll('*')).filter((node) => isSeen(node.getBoundingClientRect()))
    const before = seen.map((node) => ({ node, place: placeOf(node) }))
    const moved = () =>
      before.flatMap(({ node, place }) => {
        if (!isSeen(node.getBoundingClientRect()) || placeOf(node) === place) return []
        const name = `<${node.localName} class="${node.getAttribute('class') ?? ''}">`
        return [`${name} ${node.textContent.trim().slice(0, 30)}: from ${place} to ${placeOf(node)}`]
      })
    Object.assign(globalThis, { moved })
  })
  return () => page.evaluate(() => (globalThis as unknown as { moved: () => string[] }).moved())
}
