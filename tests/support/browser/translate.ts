import type { Page } from 'playwright-core'

/**
 * Changes the page as a browser's translator does: wraps each text node, also later ones, in an element that React did not render.
 * @returns the errors that React has reported since.
 */
export async function translate(page: Page): Promise<() => string[]> {
  const failures: string[] = []
  await page.locator('html[data-hydrated]').waitFor()
  page.on('console', (message) => {
    if (message.type() === 'error' && /removeChild|insertBefore|NotFoundError/.test(message.text())) failures.push(message.text())
  })
  await page.evaluate(() => {
    const NOT_SHOWN = 'script, style, textarea, option, title, svg, noscript'
    const wrapAll = (root: Node) => {
      const texts: ChildNode[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node: Node | null = root.nodeType === Node.TEXT_NODE ? root : walker.nextNode(); node; node = walker.nextNode())
        texts.push(node as ChildNode)
      for (const text of texts) {
        const parent = text.parentElement
        if (!parent || parent.closest(NOT_SHOWN) || parent.localName === 'font') continue
        const own = document.createElement('font')
        parent.replaceChild(own, text)
        own.append(text.cloneNode())
      }
    }
    wrapAll(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrapAll(node)
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => failures
}
