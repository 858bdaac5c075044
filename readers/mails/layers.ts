/** A line of a mail. `depth`: 0 for the sender's own, more for what is quoted. `table`: which table of the HTML it is a row of. */
export type Line = { text: string; depth: number; table?: number | undefined }

/** What is said about a mail that was answered or forwarded, between digits or an address and a colon. */
const WROTE = [
  'wrote', 'schrieb', 'a écrit', 'escribió', 'ha scritto', 'schreef', 'escreveu', 'napisał', 'pisze', 'napsal', 'skrev', 'kirjoitti',
  'a scris', 'írta', 'yazdı', 'написал', '写道', 'quoting', 'zitat von',
] // prettier-ignore
const WROTE_STARTS = /^(?:on|am|le|el|il|op|em|den|dne|w dniu|vào|pada)\s/i
/** What stands above a mail that was answered or forwarded, between dashes or before a colon. */
const MESSAGE = [
  'original message', 'forwarded message', 'forwarded by', 'ursprüngliche nachricht', 'originalnachricht', 'weitergeleitete nachricht',
  'weitergeleiteten nachricht', 'weitergeleitet von', "message d'origine", 'message original', 'message transféré', 'mensaje original',
  'mensaje reenviado', 'messaggio originale', 'messaggio inoltrato', 'oorspronkelijk bericht', 'doorgestuurd bericht', 'mensagem original',
  'mensagem encaminhada', 'oryginalna wiadomość', 'wiadomość oryginalna',
] // prettier-ignore
/** Headers of a mail as they are repeated above its text. */
const HEADERS: Record<string, string[]> = {
  from: ['from', 'von', 'de', 'da', 'van', 'från', 'fra', 'od'],
  sent: ['sent', 'date', 'gesendet', 'datum', 'envoyé', 'envoyé le', 'enviado', 'enviado el', 'fecha', 'inviato', 'data', 'verzonden'],
  to: ['to', 'an', 'à', 'a', 'para', 'aan', 'till', 'til', 'do'],
  copy: ['cc', 'kopie', 'copie', 'reply-to', 'importance', 'wichtigkeit'],
  subject: ['subject', 'betreff', 'objet', 'asunto', 'oggetto', 'onderwerp', 'assunto', 'ämne', 'emne', 'temat'],
}
const KIND_OF_HEADER = new Map(Object.entries(HEADERS).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)))
const SIGNATURE = '-- '
/** Characters of a line and of a header's name; lines of repeated headers. */
const LONGEST_MARK = 500
const NAME_SPAN = 40
const LONGEST_HEADERS = 12

/** Lines of a text; '>' before them says how often they were quoted. */
export const linesOfText = (text: string): Line[] =>
  text.split(/\r\n|\r|\n/).map((whole) => {
    let at = 0
    let depth = 0
    for (; whole[at] === '>' || (whole[at] === ' ' && whole[at + 1] === '>'); at += 1) if (whole[at] === '>') depth += 1
    return { text: depth > 0 && whole[at] === ' ' ? whole.slice(at + 1) : whole.slice(at), depth }
  })

/**
 * The lines that a sender wrote, then those of the mail that was answered or forwarded, and so on. Layers without words,
 * signatures, and the lines that name an older mail are left out.
 */
export function layersOf(lines: readonly Line[]): Line[][] {
  const byDepth = new Map<number, Line[]>()
  let below = 0
  let signed: number | undefined
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]! // inside of the lines
    const mark = lengthOfMark(lines, at)
    if (mark > 0) {
      at += mark - 1
      const next = lines.slice(at + 1, at + 4).find(isWritten)
      if (next === undefined || next.depth <= line.depth) below += 1
      signed = undefined
      continue
    }
    if (line.text === SIGNATURE) signed = line.depth
    else if (isWritten(line) && line.depth !== signed) signed = undefined
    if (signed !== undefined) continue
    const layer = byDepth.get(line.depth + below)
    if (layer) layer.push(line)
    else byDepth.set(line.depth + below, [line])
  }
  const layers = [...byDepth].toSorted(([one], [other]) => one - other).map(([, layer]) => layer)
  return layers.filter((layer) => layer.some(isWritten))
}

export const isWritten = ({ text }: Line) => text.trim() !== ''

/** How many lines, from this one on, name an older mail. */
function lengthOfMark(lines: readonly Line[], at: number): number {
  const { text: first, depth } = lines[at]! // inside of the lines
  if (isMessage(first)) return 1
  const ruler = /^[_-]{5,}\s*$/.test(first) ? 1 : 0
  const headers = lengthOfHeaders(lines, at + ruler)
  if (headers > 0) return ruler + headers
  if (saysWrote(first)) return 1
  if (!WROTE_STARTS.test(first)) return 0
  // Mail programs wrap it.
  for (let count = 2; count <= 3; count += 1) {
    const last = lines[at + count - 1]
    if (!last || !isWritten(last) || last.depth !== depth || WROTE_STARTS.test(last.text)) return 0
    const wrapped = lines.slice(at, at + count).map(({ text }) => text.trim())
    if (saysWrote(wrapped.join(' '))) return count
  }
  return 0
}

function isMessage(text: string): boolean {
  const said = shortened(text)
  return /^(?:--|__|==|\*)|:$/.test(said) && MESSAGE.some((words) => said.includes(words))
}

function saysWrote(text: string): boolean {
  const said = shortened(text)
  return /[:：]$/.test(said) && /[\d@]/.test(said) && WROTE.some((word) => said.includes(word))
}

function lengthOfHeaders(lines: readonly Line[], start: number): number {
  const kinds = new Set<string>()
  let at = start
  for (let kind; at < lines.length && at - start < LONGEST_HEADERS && (kind = kindOfHeader(lines[at]!.text)); at += 1) kinds.add(kind)
  return kinds.has('from') && kinds.size >= 3 ? at - start : 0
}

const kindOfHeader = (text: string) =>
  KIND_OF_HEADER.get(text.slice(0, text.slice(0, NAME_SPAN).indexOf(':')).replaceAll('*', '').trim().toLowerCase())

const shortened = (text: string) => (text.length > LONGEST_MARK ? '' : text.trim().toLowerCase().normalize('NFC').replaceAll('’', "'"))
