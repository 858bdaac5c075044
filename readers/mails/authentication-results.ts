/** One result, in lower case: `dmarc`, `pass`, and its properties by their whole names, such as `header.from`. */
export type AuthenticationResult = { method: string; result: string; properties: ReadonlyMap<string, string> }
/** What the server `authserv` has found out about a mail. Results that do not have the form of RFC 8601 are left out. */
export type AuthenticationResults = { authserv: string; results: AuthenticationResult[] }

type Token = { kind: 'word' | ';' | '='; text: string; isGlued: boolean }

/** The value of a header `Authentication-Results` (RFC 8601); undefined where it can be read in two ways. */
export function readAuthenticationResults(value: string): AuthenticationResults | undefined {
  const tokens = tokensOf(value)
  if (!tokens) return undefined
  const [head = [], ...rest] = partsOf(tokens)
  const [authserv, version, ...more] = head
  if (authserv?.kind !== 'word' || more.length > 0 || (version && version.text !== '1')) return undefined
  return { authserv: authserv.text.toLowerCase(), results: rest.flatMap((part) => resultOf(part) ?? []) }
}

/** Words, whose quotation marks are off, and what stands between them. A comment is a blank. */
function tokensOf(value: string): Token[] | undefined {
  const tokens: Token[] = []
  let isGlued = false
  for (let at = 0; at < value.length;) {
    const sign = value[at]!
    const start = at
    if (sign === '(') at = endOfComment(value, at)
    else if (sign === '"') at = endOfQuoted(value, at)
    else at = ENDS.has(sign) ? at + 1 : endOfWord(value, at)
    if (at < 0 || sign === ')') return undefined
    if (sign === '(' || BLANKS.has(sign)) {
      isGlued = false
      continue
    }
    const kind = sign === ';' || sign === '=' ? sign : 'word'
    const text = sign === '"' ? value.slice(start + 1, at - 1).replace(/\\(.)/gs, '$1') : value.slice(start, at)
    tokens.push({ kind, text, isGlued })
    isGlued = true
  }
  return tokens
}

const BLANKS = new Set(' \t\r\n')
const ENDS = new Set([...BLANKS, ...'()";='])

function endOfWord(value: string, start: number): number {
  let at = start
  while (at < value.length && !ENDS.has(value[at]!)) at += 1
  return at
}

function endOfQuoted(value: string, start: number): number {
  for (let at = start + 1; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1
    else if (value[at] === '"') return at + 1
  }
  return -1
}

/** A quotation mark means nothing in a comment; one without its partner may hide the bracket that ends it for another reader. */
function endOfComment(value: string, start: number): number {
  let depth = 0
  let marks = 0
  for (let at = start; at < value.length; at += 1) {
    const sign = value[at]
    if (sign === '\\') at += 1
    else if (sign === '"') marks += 1
    else if (sign === '(') depth += 1
    else if (sign === ')' && (depth -= 1) === 0) return marks % 2 === 0 ? at + 1 : -1
  }
  return -1
}

function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === ';') parts.push([])
    else parts.at(-1)!.push(token) // it begins with one
  }
  return parts
}

function resultOf(tokens: readonly Token[]): AuthenticationResult | undefined {
  const properties = new Map<string, string>()
  for (let at = 0; at < tokens.length;) {
    let name = ''
    for (; tokens[at]?.kind === 'word' && (name === '' || /[./]$/.test(name) || /^[./]/.test(tokens[at]!.text)); at += 1) {
      name += tokens[at]!.text.toLowerCase()
    }
    if (name === '' || properties.has(name) || tokens[at]?.kind !== '=' || tokens[at + 1]?.kind !== 'word') return undefined
    let value = tokens[at + 1]!.text
    for (at += 2; tokens[at]?.kind === 'word' && tokens[at]!.isGlued; at += 1) value += tokens[at]!.text
    properties.set(name, value.toLowerCase())
  }
  const [first] = properties
  return first && { method: first[0].replace(/\/1$/, ''), result: first[1], properties }
}
