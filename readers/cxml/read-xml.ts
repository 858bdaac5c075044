import { Refusal } from '#readers/refusal.ts'

/** Deeper than any message of cXML. */
const DEEPEST = 40
/** Tags, attributes, comments and the like of an order of 500 items with everything that cXML knows. */
const MOST_MARKS = 100_000

/** An element. `text` is its own, as written, without that of its children. */
export type XmlElement = { name: string; attributes: Map<string, string>; children: XmlElement[]; text: string }

const NAME = String.raw`[\p{L}_:][\p{L}\p{M}\p{N}_:.-]*`
const OPENING = new RegExp(`<(${NAME})`, 'uy')
const ATTRIBUTE = new RegExp(String.raw`\s+(${NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'uy')
const OPENING_END = /\s*(\/?)>/y
const CLOSING = new RegExp(String.raw`</(${NAME})\s*>`, 'uy')
/** The reference to the public document type, which is not read. Without brackets: the message declares nothing. */
const DOCTYPE = /<!DOCTYPE\s+cXML(?:\s+(?:SYSTEM|PUBLIC\s+(?:"[^"<>]*"|'[^'<>]*'))\s+(?:"[^"<>]*"|'[^'<>]*'))?\s*>/y

export const malformed = (sentence: string) => new Refusal('malformed', { sentence })
export const notAcceptable = (sentence: string) => new Refusal('not-acceptable', { sentence })

/**
 * Reads a document, or its beginning up to the end of the root's first child of the name `upTo`. In one pass, since the text is foreign. No
 * entity and no document type is resolved, so a message reads no file and asks no host.
 * @param ended the sentence for a text that ends before.
 * @throws Refusal 'not-acceptable' for what declares entities; 'malformed' for what is no well-formed XML, or too much of it.
 */
export function readXml(text: string, { upTo, ended = 'This document is cut off.' }: { upTo?: string; ended?: string } = {}): XmlElement {
  const document = newElement('')
  const open = [document]
  let at = 0
  let marks = 0

  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found ?? undefined
  }
  const wrong = () =>
    text.includes('>', at) ? malformed(`This is not well-formed XML, at line ${text.slice(0, at).split('\n').length}.`) : malformed(ended)
  /** Returns what stands before it. */
  const skipPast = (end: string): string => {
    const found = text.indexOf(end, at)
    if (found === -1) throw malformed(ended)
    const skipped = text.slice(at, found)
    at = found + end.length
    return skipped
  }
  const count = () => {
    if (++marks > MOST_MARKS) throw malformed('This document has more elements than a message of the shop needs.')
  }
  const readAttributes = ({ attributes }: XmlElement) => {
    for (let found = take(ATTRIBUTE); found; found = take(ATTRIBUTE)) {
      const [, name = '', value = found[3] ?? ''] = found
      if (attributes.has(name)) throw wrong()
      count()
      attributes.set(name, decoded(value))
    }
  }
  /** Whether the document, or the wanted part of it, is complete. */
  const readTag = (): boolean => {
    const inside = open.at(-1)!
    const closing = take(CLOSING)
    const opening = closing ? undefined : take(OPENING)
    let isClosed = closing !== undefined
    if (closing && closing[1] !== inside.name) throw wrong()
    if (opening) {
      const element = newElement(opening[1]!)
      readAttributes(element)
      const end = take(OPENING_END)
      if (!end) throw wrong()
      inside.children.push(element)
      open.push(element)
      isClosed = end[1] === '/'
      if (open.length > DEEPEST) throw malformed('This document is nested deeper than a message of cXML.')
    } else if (!closing) throw wrong()
    return isClosed && open.pop()!.name === upTo && open.length === 2
  }

  let hasDoctype = false
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const inside = open.at(-1)!
    inside.text += decoded(text.slice(at, next === -1 ? undefined : next))
    if (next === -1) break
    at = next
    count()
    if (text.startsWith('<!--', at)) {
      at += '<!--'.length
      skipPast('-->')
    } else if (text.startsWith('<![CDATA[', at)) {
      at += '<![CDATA['.length
      inside.text += skipPast(']]>')
    } else if (text.startsWith('<?', at)) skipPast('?>')
    else if (text.startsWith('<!', at)) {
      if (hasDoctype || inside !== document || document.children.length > 0 || !take(DOCTYPE))
        throw notAcceptable('Messages that declare entities or a document type are not read.')
      hasDoctype = true
    } else if (readTag()) return document.children[0]!
  }
  const [root, ...more] = document.children
  if (open.length > 1) throw malformed(ended)
  if (!root || more.length > 0 || document.text.trim() !== '') throw malformed('This is not well-formed XML: it has to have one root.')
  return root
}

const newElement = (name: string): XmlElement => ({ name, attributes: new Map(), children: [], text: '' })

/**
 * The text of a document in UTF-8 or, with its mark, UTF-16. `isWhole`: the bytes do not end within it, so their last character is whole.
 * @throws Refusal 'not-acceptable' for another encoding.
 */
export function decodeXml(bytes: Uint8Array, isWhole = true): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    throw notAcceptable('Send the document in UTF-8.')
  }
  const declaration = text.slice(0, text.indexOf('?>') + 1)
  const declared = /\sencoding\s*=\s*["']([^"'<>]*)["']/.exec(declaration)?.[1] ?? encoding
  if (!(isUtf16 ? /^utf-16(?:le|be)?$/i : /^(?:utf-8|us-ascii)$/i).test(declared)) throw notAcceptable('Send the document in UTF-8.')
  return text.replace(/\r\n?/g, '\n')
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes numbers and the five entities of XML itself; others stay as they are. */
function decoded(written: string): string {
  return written.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()]!
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all
    },
  )
}

/** All children with this name. */
export const children = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The first element that these names lead to. */
export const below = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce((found: XmlElement | undefined, name) => found?.children.find((child) => child.name === name), element)

/** The text of the element that these names lead to, on one line; '' without one. */
export const textOf = (element: XmlElement | undefined, ...names: string[]): string => oneLine(below(element, ...names)?.text ?? '')

export const attribute = (element: XmlElement | undefined, name: string): string => oneLine(element?.attributes.get(name) ?? '')

/** Control characters, which no text of the shop contains, become white space. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
