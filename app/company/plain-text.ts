import { isValidElement, type ReactNode } from 'react'

/** Block elements. */
const BLOCKS = new Set<unknown>(['p', 'ul', 'ol', 'li', 'pre'])

/** The text of prose without markup: one line for each block, no empty lines. */
export function plainText(prose: ReactNode): string {
  return wordsOf(prose)
    .replace(/ *\n\s*\n */g, '\n')
    .trim()
}

function wordsOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(wordsOf).join('')
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (!isValidElement<{ children?: ReactNode }>(node)) return ''
  const words = wordsOf(node.props.children)
  return BLOCKS.has(node.type) ? `\n\n${words}\n\n` : words
}
