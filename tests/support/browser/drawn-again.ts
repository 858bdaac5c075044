import type { Locator } from '@playwright/test'

/**
 * Lists the elements that React has rendered again since, by their index: with each rendering an element gets new properties, also
 * without a visible change. Removed elements are left out.
 */
export async function watchDrawings(elements: Locator): Promise<() => Promise<number[]>> {
  const watched = await elements.evaluateAll((nodes) => {
    const propsOf = (node: Element) => {
      const key = Object.keys(node).find((name) => name.startsWith('__reactProps'))
      if (!key) throw new Error('React has not taken over the page.')
      return (node as unknown as Record<string, unknown>)[key]
    }
    const before = nodes.map(propsOf)
    const drawnAgain = () => nodes.flatMap((node, index) => (node.isConnected && propsOf(node) !== before[index] ? [index] : []))
    Object.assign(globalThis, { drawnAgain })
    return nodes.length
  })
  if (watched === 0) throw new Error('There is nothing to watch.')
  return () => elements.page().evaluate(() => (globalThis as unknown as { drawnAgain: () => number[] }).drawnAgain())
}
