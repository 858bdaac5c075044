import type { Locator } from '@playwright/test'

/**
 * Tells which of these elements React has drawn again since, by their places in the list: with each drawing an element gets new
 * properties, also where nothing of it looks different. One that was removed meanwhile is not among them.
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
