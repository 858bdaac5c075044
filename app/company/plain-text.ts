import { isValidElement, type ReactNode } from 'react'

/** Elements that begin on a line of their own. */
const BLOCKS = new Set<unknown>(['p', 'ul', 'ol', 'li', 'pre'])

/** The words of prose made of plain elements, without its markup: one line for each block, empty lines left out. */
export function plainText(prose: ReactNode): string {
  return wordsOf(prose).replace(/ *\n\s*\n */g, '\n').trim()
}

function wordsOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(wordsOf).join('')
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (!isValidElement<{ children?: ReactNode }>(node)) return ''
  const words = wordsOf(node.props.children)
  return BLOCKS.has(node.type) ? `\n\n${words}\n\n` : words
}
