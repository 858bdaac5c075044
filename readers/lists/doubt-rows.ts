import type { GivenLine } from './lines.ts'

/**
 * Why a row may be no line:
 * - `form`: it has the form of a greeting, a mail header, a total; only a part of exactly this number or name makes it a line
 * - `prose`: it is among the lines without a quantity, or reads like a sentence; a part that is similar makes it a line, too
 */
export type Doubt = 'form' | 'prose'

/** A row as written, and its parsed line. */
export type WrittenRow = GivenLine & { whole: string }

const word = (...words: string[]) => `(?:${words.join('|')})(?![\\p{L}\\d])`

const GREETING = word(
  'dear', 'hello', 'hi', 'hey', 'good (?:morning|afternoon|evening|day)', 'greetings',
  'guten (?:tag|morgen|abend)', 'hallo', 'sehr geehrte[rs]?', 'liebe[rs]?', 'moin',
  'bonjour', 'bonsoir', 'madame', 'monsieur', 'messieurs', 'chère?s?',
  'hola', 'buenos días', 'buenas tardes', 'estimad[oa]s?',
  'buongiorno', 'gentil[ei]', 'spett(?:abile|\\.le)?', 'salve',
  'dzień dobry', 'szanown[ieay]+', 'witam',
) // prettier-ignore
const CLOSING = word(
  '(?:with )?(?:kind|best|warm|many)?(?:est)? ?(?:regards|wishes)', 'many thanks', 'thanks?(?: you)?', 'cheers', '(?:yours )?sincerely', 'yours (?:faithfully|truly)',
  '(?:mit )?(?:freundlichen?|besten?|vielen?|herzlichen?|schönen?) (?:grüßen?|grüssen?|dank)', 'viele grüße', 'mfg', 'gruß', 'danke',
  'cordialement', 'bien à vous', 'salutations', 'merci', 'bien cordialement',
  'saludos(?: cordiales)?', 'atentamente', 'un saludo', 'gracias', 'muchas gracias',
  '(?:cordiali|distinti) saluti', 'grazie', 'saluti',
  'pozdrawiam', 'z poważaniem', 'dziękuj[ęe]', 'pozdrowienia',
) // prettier-ignore
const HEADER = word(
  'from', 'to', 'cc', 'bcc', 'sent', 'date', 'subject', 're', 'fwd?', 'reply-to', 'attachments?', 'source', 'tool', 'generator', 'component count', 'title', 'revision', 'project', 'variant',
  'von', 'an', 'gesendet', 'betreff', 'datum', 'aw', 'wg', 'de', 'à', 'envoyé', 'objet', 'date d’envoi',
  'para', 'enviado(?: el)?', 'asunto', 'fecha', 'da', 'a', 'inviato', 'oggetto', 'data', 'od', 'do', 'wysłano', 'temat', 'dw', 'kopie', 'copie',
) // prettier-ignore
const CONTACT = word(
  'tel', 'telephone', 'phone', 'mobile', 'fax', 'telefon', 'telefax', 'mobil', 'tél', 'téléphone', 'teléfono', 'móvil', 'telefono', 'cell(?:ulare)?', 'tel\\. kom', 'e-?mail', 'web', 'vat(?: id| no)?', 'ust-?id(?:nr)?',
) // prettier-ignore
const TOTAL = word(
  '(?:grand |sub-? ?|net |gross |order |merchandise )?totals?', 'sum', 'number of (?:items|lines|parts)', 'shipping(?: cost| fee)?', 'freight', 'handling', 'vat', '(?:sales )?tax', 'discount',
  '(?:gesamt|zwischen|netto|brutto|end)?summe', 'gesamt(?:betrag|menge|wert|preis)?', 'versand(?:kosten)?', 'mwst\\.?', 'rabatt',
  '(?:sous-)?total(?: général| ht| ttc)?', 'tva', 'frais de port', 'importe total', 'total general', 'iva', 'envío', 'totale(?: generale)?', 'spedizione', '(?:łącznie|razem|suma)', 'wysyłka',
) // prettier-ignore

const DOCUMENT = word(
  'purchase order', 'order', 'p\\.?o\\.?', 'quot(?:e|ation)', 'rfq', 'vendor', 'supplier', 'customer',
  'bestellung', 'auftrag', 'angebot', 'anfrage', 'lieferant', 'kunde', 'commande', 'devis', 'fournisseur', 'pedido', 'oferta', 'ordine', 'offerta', 'zamówienie',
) // prettier-ignore

/** What may follow the word of a total: figures, currencies, units and their labels. */
const FIGURES =
  "(?:[\\s\\d.,:=*'’%()/-]|[$€£]|eur|usd|gbp|pln|zł|excl(?:uding)?|incl(?:uding)?|inkl|exkl|zzgl|(?:sales )?tax|vat|mwst|ust|tva|iva|ht|ttc|of|order|pcs|pieces|parts|items|lines|rows|qty|quantity|units|amount|net|gross|value|price|stück|stk|pos(?:itionen)?)*"

/** A number of a page, an end of a quoted mail, or nothing that could be read. */
const forms = [
  `^${HEADER}\\s*:`,
  `^${CONTACT}\\s*[.:]?\\s*[+(\\d]`,
  `^${CONTACT}\\s*[.:]\\s*\\S`,
  `^${TOTAL}${FIGURES}$`,
  `^${DOCUMENT}\\s*(?:no|nr|number|nummer|n°|#)?[\\s.:#]*\\p{L}{0,4}[-/]?\\d[\\d/-]*$`,
  '^-*\\s*(?:page|seite|página|pagina|strona|p\\.)\\s*:?\\s*\\d+(?:\\s*(?:of|/|von|de|sur|di|z|-)\\s*\\d+)?\\s*-*$',
  '(?:wrote|schrieb[^:]*|a écrit|escribió|ha scritto|napisał(?:\\(?a\\)?)?)\\s*:$',
  '^-{2,}.*-{2,}$',
  '^(?:https?://|www\\.)\\S+$',
  '^\\S+@\\S+\\.\\p{L}{2,}$',
  '^[^\\p{L}\\d]*$',
].map((form) => new RegExp(form, 'iu'))

const greeting = new RegExp(`^${GREETING}`, 'iu')
const closing = new RegExp(`^${CLOSING}(?:.{0,40}[!.,]|\\s*)$`, 'iu')
const sentence = new RegExp(
  `^${word(
    'please', 'we', 'i', 'could you', 'can you', 'kindly', 'attached', 'looking forward', 'if you', 'let (?:me|us)', 'delivery', 'this (?:mail|message|e-mail)', 'our', 'for any',
    'bitte', 'wir', 'ich', 'anbei', 'im anhang', 'lieferung', 'können sie', 'hiermit', 'diese e-?mail',
    'veuillez', 'nous', 'merci de', 'pourriez-vous', 'je', 'ci-joint', 'livraison',
    'por favor', 'necesitamos', 'adjunto', 'les', 'rogamos', 'entrega', 'vorremmo', 'per favore', 'si prega', 'vi', 'in allegato', 'consegna', 'abbiamo',
    'prosz[ęe]', 'prosimy', 'potrzebujemy', 'w załączeniu', 'dostawa',
  )}`,
  'iu',
) // prettier-ignore

/** A word of letters and digits, as in numbers and names of parts. */
const CODE = /(?=\S*\p{L})(?=\S*\d)[^\s@]+/u
/** Quoted mails begin their lines with these. */
const QUOTED = /^(?:>\s*)+/
/** Characters of a row that are matched against these forms. */
const LOOKED_AT = 300

const startOf = (written: string) => written.trim().slice(0, LOOKED_AT).replace(QUOTED, '')

/** Whether a text has the form of something other than a line. */
export function hasForm(written: string): boolean {
  const text = startOf(written)
  return text.length < LOOKED_AT && forms.some((form) => form.test(text))
}

/** For each row of a written list, whether it may be no line. A list without any quantity is a list of names. */
export function doubtWritten(rows: readonly WrittenRow[]): (Doubt | undefined)[] {
  const counted = rows.filter(({ quantity }) => quantity !== '').length
  const first = rows.findIndex(({ quantity, whole }) => quantity !== '' && !hasForm(whole))
  let isClosed = false
  return rows.map(({ whole, quantity }, place): Doubt | undefined => {
    const text = startOf(whole)
    if (hasForm(text)) return 'form'
    if (quantity === '' && closing.test(text)) {
      isClosed = place > first
      return 'form'
    }
    if (quantity !== '') {
      isClosed = false
      return sentence.test(text) ? 'prose' : undefined
    }
    if (greeting.test(text)) return 'form'
    if (sentence.test(text) || isClosed || /\p{L}[,:!?.]$/u.test(text)) return 'prose'
    // Among lines with quantities, words alone are headings and names of people.
    return counted * 2 >= rows.length && !CODE.test(text) && !/\d/.test(text) ? 'prose' : undefined
  })
}

/** Whether a row of a table may be no line: it sums up, greets, has no part, or is a heading in one cell. */
export function doubtRow(row: readonly string[], { text, quantity }: GivenLine): Doubt | undefined {
  const filled = row.filter((cell) => cell.trim() !== '').map(startOf)
  if (text.trim() === '' || filled.slice(0, 2).some(hasForm)) return 'form'
  if (quantity.trim() !== '') return undefined
  if (greeting.test(startOf(text)) || closing.test(startOf(text))) return 'form'
  return filled.length === 1 && !CODE.test(filled[0]!) ? 'prose' : undefined // it has one
}
