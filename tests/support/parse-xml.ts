/** An element without the prefix of its name. `text` is that of an element without children. */
export type XmlNode = { name: string; attributes: string; text: string; children: XmlNode[] }

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r' }

/** Reads the XML that the shop writes, strictly. @throws Error when it is not well-formed. */
export function parseXml(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: '', text: '', children: [] }
  const open = [root]
  let at = 0
  for (const match of xml.matchAll(/<\?[^>]*\?>|<(\/?)([A-Za-z][\w.-]*:)?([A-Za-z][\w.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/g)) {
    const [tag, closes, , name, attributes = '', isEmpty] = match
    const between = xml.slice(at, match.index)
    if (between.includes('<')) throw new Error(`not well-formed before ${tag}`)
    open.at(-1)!.text += between.replace(/&([a-z#0-9]+);|&/g, (entity, known: string) => {
      const sign = ENTITIES[known]
      if (sign === undefined) throw new Error(`unknown reference ${entity}`)
      return sign
    })
    at = match.index + tag.length
    if (name === undefined) continue
    if (closes) {
      const closed = open.pop()
      if (closed?.name !== name) throw new Error(`</${name}> closes <${closed?.name}>`)
    } else {
      const node: XmlNode = { name, attributes, text: '', children: [] }
      open.at(-1)!.children.push(node)
      if (!isEmpty) open.push(node)
    }
  }
  if (open.length !== 1 || root.children.length !== 1 || xml.slice(at).trim() !== '') throw new Error('not one complete element')
  return root.children[0]!
}

/** Texts of all elements at a path below a node, such as 'TaxTotal/TaxAmount'. */
export function valuesOf(node: XmlNode, path: string): string[] {
  return path
    .split('/')
    .reduce((nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)), [node])
    .map(({ text }) => text)
}
