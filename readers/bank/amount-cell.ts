/** Whether money comes in or goes out. */
export type Sign = 'in' | 'out'
/** An amount apart from its sign and currency; `number` is as it was written, for `plainDecimal`. */
export type AmountCell = { number: string; sign: Sign | undefined; currency: string | undefined }

/** Small letters without accents and marks: 'Débit' is 'debit'. */
export const folded = (words: string) =>
  // Most cells have no accents.
  /[^ -~]/.test(words)
    ? words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ł', 'l')
    : words.toLowerCase()
export const wordsIn = (cell: string): string[] => folded(cell).match(/\p{L}+/gu) ?? []

const codes: Record<Sign, Set<string>> = {
  in: new Set('+ c h cr crd cre cred crdt cdt cred hab gs bij in ein plus'.split(' ')),
  out: new Set('- d s dr db deb dbt dbit debt soll ls af out aus uit minus dare debe fee charge'.split(' ')),
}
/** What words of money that comes in, or goes out, have within them: 'SEPA-Lastschrift', 'ACH_CREDIT', 'Geldeingang'. */
const stems: Record<Sign, RegExp> = {
  in: /credit|kredit|gutschr|haben|eingang|einzahl|einnahme|zugang|deposit|incoming|inbound|entrant|inkomend|received|moneyin|paidin|abono|ingreso|entrada|haber|entrat|avere|versement|entree|recette|encaiss|bijschr|inkomst|ontvang/,
  out: /debit|debet|lastschr|belast|ausgang|auszahl|ausgabe|abbuch|abgang|withdraw|outgoing|outbound|sortant|uitgaand|moneyout|paidout|cargo|adeudo|reintegro|salida|egreso|uscit|prelev|retrait|sortie|depense|decaiss|afschr|uitgav|opname|purchase|einkauf|achat|compra|acquisto|aankoop/,
}
/** They say nothing of the direction: a card of credit pays, and what comes back has the other one. */
const NO_SIGN = /card|karte|carte|tarjeta|kaart|ruck|rueck|return|revers|storno|refund|chargeback/

/** The direction that a cell of its own names: 'D', 'Crédit', 'Soll', '-'. */
export function signOf(cell: string): Sign | undefined {
  const word = folded(cell).replace(/[\s.]/g, '')
  for (const sign of ['in', 'out'] as const) if (codes[sign].has(word)) return sign
  const [isIn, isOut] = [stems.in.test(word), stems.out.test(word)]
  if (isIn === isOut || NO_SIGN.test(word)) return undefined
  return isIn ? 'in' : 'out'
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
const symbols: Record<string, string> = {
  '€': 'EUR',
  EURO: 'EUR',
  EUROS: 'EUR',
  '£': 'GBP',
  'FR.': 'CHF',
  SFR: 'CHF',
  ZŁ: 'PLN',
  FT: 'HUF',
  KČ: 'CZK',
}
/** 'EUR', '€' and 'euro' are EUR; undefined for what names no currency, and for signs of several, such as '$'. */
export function currencyOf(word: string): string | undefined {
  const upper = word.toUpperCase()
  return currencies.has(upper) ? upper : symbols[upper]
}

/** Longer cells are no amounts. */
const LONGEST = 60
const DIRECTION_MARKS = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g
const AMOUNT = /^(?<before>\D*?)(?<number>[.,]?\d(?:[\d.,'\s]*\d)?[.,]?(?:[eE][-+]?\d{1,3})?)(?<after>\D*)$/

/**
 * '1,234.50 DR', '(5.00)', 'CHF 1’234.50', '12,50-' and '1.234,-'. Undefined for a cell that has a word that is neither sign nor
 * currency, or two signs that differ.
 */
export function readAmountCell(written: string): AmountCell | undefined {
  if (written.length > LONGEST) return undefined
  const [, minus, digits] = /^(-?)(\d[\d.,]*)$/.exec(written) ?? []
  if (digits !== undefined) return { number: digits, sign: minus === '-' ? 'out' : undefined, currency: undefined }
  const plain = written
    .replace(DIRECTION_MARKS, '')
    .replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-')
    .replace(/[`´ʼ‘’′＇]/g, "'")
    .replace(/US\$/i, '$')
    // A dash for the decimals.
    .replace(/(?<=\d[.,])-{1,2}(?=\D*$)/, '00')
    .trim()
  const { before = '', number, after = '' } = AMOUNT.exec(plain)?.groups ?? {}
  if (number === undefined) return undefined
  const signs = new Set<Sign>()
  const named = new Set<string>()
  if (before.includes('(') !== after.includes(')')) return undefined
  if (before.includes('(')) signs.add('out')
  for (const [word] of `${before} ${after}`.matchAll(/\p{L}[\p{L}\p{M}.]*|[^\s()]/gu)) {
    const [sign, currency] = [signOf(word), currencyOf(word)]
    if (currency !== undefined) named.add(currency)
    else if (sign !== undefined) signs.add(sign)
    else if (word !== '$') return undefined
  }
  if (signs.size > 1 || named.size > 1) return undefined
  return { number, sign: [...signs][0], currency: [...named][0] }
}
