/** The text of a tag after its name. A value may contain a `>`. */
export const ATTRIBUTES = String.raw`(?:[^>"']|"[^"]*"|'[^']*')*`

/** The value of an attribute, without regard to its prefix; undefined without it. */
export function attributeOf(tag: string, name: string): string | undefined {
  const [, inDouble, inSingle] = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? []
  const value = inDouble ?? inSingle
  return value === undefined ? undefined : unescapeXml(value)
}

/** The tags of a name, unparsed. */
export const tagsOf = (xml: string, name: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])${ATTRIBUTES}>`, 'g')), ([tag]) => tag)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()]!
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

export const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
