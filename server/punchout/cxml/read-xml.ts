import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { CxmlRefusal } from './refusal.ts'

/** Deeper than any message of cXML. */
const DEEPEST = 40
/** Tags of an order of 500 items with everything that cXML knows: reading more would hold up other requests. */
const MOST_TAGS = 40_000

/** An element: text, or an object of its children, each once or as a list, and of its attributes under `@name`. */
export type Node = string | { [name: string]: Node | Node[] } | undefined

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: true,
  // Only numbers and the five entities of XML are decoded, below; no declared ones.
  processEntities: false,
  maxNestedTags: DEEPEST,
})

/** The declaration, then the reference to the public document type, which is not read. Without brackets: the message declares nothing. */
const DOCTYPE = /^(\s*<\?xml[^<>]*\?>)?\s*<!DOCTYPE\s+cXML\s+(?:SYSTEM|PUBLIC\s+(?:"[^"<>]*"|'[^'<>]*'))\s+(?:"[^"<>]*"|'[^'<>]*')\s*>/
const ENCODING = /^\s*<\?xml[^<>]*\sencoding\s*=\s*["']([^"'<>]*)["']/

/**
 * Reads a cXML document. No entity and no document type is resolved, so a message reads no file and asks no host.
 * @throws CxmlRefusal 406 for another encoding or what declares entities; 400 for what is no well-formed XML, or too much of it.
 */
export function readXml(bytes: Buffer): Node {
  const whole = decode(bytes)
  const body = whole.replace(DOCTYPE, '')
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(body))
    throw new CxmlRefusal(406, 'Messages that declare entities or a document type are not read.')
  if (countOf(body, '<') > MOST_TAGS) throw new CxmlRefusal(400, 'This document has more elements than a message of the shop needs.')
  const checked = XMLValidator.validate(body)
  if (checked !== true) throw new CxmlRefusal(400, `This is not well-formed XML, at line ${checked.err.line}.`)
  try {
    return child(parser.parse(body) as Node, 'cXML')
  } catch {
    throw new CxmlRefusal(400, 'This document is nested deeper than a message of cXML, or has names that none has.')
  }
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++
  return count
}

function decode(bytes: Buffer): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CxmlRefusal(406, 'Send the document in UTF-8.')
  }
  const encoding = ENCODING.exec(text)?.[1] ?? 'UTF-8'
  if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw new CxmlRefusal(406, 'Send the document in UTF-8.')
  return text
}

/** The first child with this name. */
export function child(node: Node, name: string): Node {
  if (typeof node !== 'object' || !Object.hasOwn(node, name)) return undefined
  const found = node[name]
  return Array.isArray(found) ? found[0] : found
}

/** All children with this name. */
export function children(node: Node, name: string): Node[] {
  if (typeof node !== 'object' || !Object.hasOwn(node, name)) return []
  const found = node[name]
  return Array.isArray(found) ? found : [found]
}

/** The element below `node` that these names lead to. */
export const below = (node: Node, ...names: string[]): Node => names.reduce(child, node)

/** The text of the element that these names lead to, on one line; '' without one. */
export function textOf(node: Node, ...names: string[]): string {
  const found = below(node, ...names)
  const written = typeof found === 'object' ? child(found, '#text') : found
  return typeof written === 'string' ? plain(written) : ''
}

export const attribute = (node: Node, name: string): string => textOf(node, `@${name}`)

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the entities of XML itself, and replaces characters that no text of the shop contains with white space. */
function plain(written: string): string {
  const decoded = written.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()]!
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all
    },
  )
  return decoded.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}
