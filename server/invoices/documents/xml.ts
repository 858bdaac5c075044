/** An element with its attributes; its content is text or other elements. */
export type Element = { name: string; attributes: Record<string, string>; content: string | Element[] }

type Child = Element | undefined
type Content = string | undefined | Child[]

/** Characters that XML cannot contain, not even as references. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** An element, or undefined without content: unknown values are left out. */
export function element(name: string, content: Content, attributes: Record<string, string> = {}): Child {
  if (content === undefined || content === '') return undefined
  if (typeof content === 'string') return { name, attributes, content }
  const children = content.filter((child) => child !== undefined)
  return children.length === 0 ? undefined : { name, attributes, content: children }
}

/** A document in UTF-8, indented by one space for each level. */
export function writeXml(root: Child): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root === undefined ? '' : written(root, '')}`
}

function written({ name, attributes, content }: Element, indent: string): string {
  const opened = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}>`
  if (typeof content === 'string') return `${opened}${escaped(content)}</${name}>\n`
  return `${opened}\n${content.map((child) => written(child, `${indent} `)).join('')}${indent}</${name}>\n`
}

/** Text as XML. White space at its ends is insignificant. */
const escaped = (text: string) =>
  text
    .replace(NOT_IN_XML, '\ufffd')
    .toWellFormed()
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
