/** Above this, a spreadsheet loses digits of a number and shows a power of ten. */
const KEPT_EXACTLY = 1e15

/** A token of a format: a placeholder for a digit, the decimal point, a mark that groups or scales, or a text. */
type Sign = { kind: 'digit' | 'point' | 'comma' | 'text' | 'percent' | 'power'; text: string }

const SIGNS =
  /"(?<quoted>[^"]*)"|\\(?<escaped>[^])|[_*][^]|\[\$(?<currency>[^\]-]*)[^\]]*\]|\[[^\]]*\]|(?<power>E[+-])|(?<general>General)|(?<sign>[^])/gi

/**
 * A number in its format, without groups of thousands and without decimal places that are all zero, as these depend on the country;
 * undefined if the value is shown unchanged, or its format is one of dates.
 */
export function showNumber(value: string, format: string | undefined): string | undefined {
  const number = Number(value)
  if (value.trim() === '' || Number.isNaN(number)) return undefined
  const plain = plainNumber(number)
  const section = format === undefined || format === '@' ? undefined : sectionFor(number, format)
  const shown = section === undefined ? plain : inSection(number, plain, section)
  return shown === undefined || shown === value ? undefined : shown
}

/** Rounding errors in the last places are not shown. */
function plainNumber(number: number): string {
  if (Math.abs(number) >= KEPT_EXACTLY) return inPowers(number, 5)
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(11)))
}

const inPowers = (number: number, places: number) =>
  number.toExponential(places).replace(/e([+-])(\d+)$/, (_, sign: string, power: string) => `E${sign}${power.padStart(2, '0')}`)

type Section = { code: string; isNegative: boolean }

/** The part of a format for a number: by its condition, or those of positive, negative and zero. */
function sectionFor(number: number, format: string): Section {
  const codes = format.match(/(?:"[^"]*"|\\[^]|\[[^\]]*\]|[^;"\\[])+/g) ?? []
  for (const code of codes) {
    const [, compared, bound] = /\[([<>=]+)\s*(-?[\d.]+)\]/.exec(code) ?? []
    if (compared !== undefined && holds(number, compared, Number(bound))) return { code, isNegative: false }
  }
  const isConditional = codes.some((code) => /\[[<>=]/.test(code))
  if (isConditional) return { code: codes.at(-1)!, isNegative: number < 0 }
  if (number < 0 && codes.length > 1) return { code: codes[1]!, isNegative: false }
  if (number === 0 && codes.length > 2) return { code: codes[2]!, isNegative: false }
  return { code: codes[0] ?? '', isNegative: number < 0 }
}

function holds(number: number, compared: string, bound: number): boolean {
  if (compared === '=') return number === bound
  if (compared === '<>') return number !== bound
  if (compared === '<') return number < bound
  if (compared === '>') return number > bound
  return compared === '<=' ? number <= bound : number >= bound
}

function inSection(number: number, plain: string, { code, isNegative }: Section): string | undefined {
  const signs = signsOf(code, plain)
  if (!signs) return undefined
  const has = (wanted: Sign['kind']) => signs.some(({ kind }) => kind === wanted)
  if (!has('digit'))
    return (
      signs
        .map(({ text }) => text)
        .join('')
        .trim() || plain
    )
  const point = signs.findIndex(({ kind }) => kind === 'point')
  const [whole, behind] = point < 0 ? [signs, []] : [signs.slice(0, point), signs.slice(point + 1)]
  const power = behind.findIndex(({ kind }) => kind === 'power')
  const places = (power < 0 ? behind : behind.slice(0, power)).filter(({ kind }) => kind === 'digit').length
  if (has('power')) return inPowers(number, places)
  const lastDigit = signs.findLastIndex(({ kind }) => kind === 'digit')
  // Thousands, fractions, and rounded numbers: the shown number is not the meant one.
  if (signs[lastDigit + 1]?.kind === 'comma' || /[?#0]\s*\/\s*[?#\d]/.test(code)) return plain
  const size = Math.abs(number) * (has('percent') ? 100 : 1)
  const [digits = '', fraction = ''] = size.toFixed(places).split('.')
  if (Math.abs(size) >= KEPT_EXACTLY || Math.abs(Number(size.toFixed(places)) - size) > size * 1e-10) return plain
  const shown = `${wholePart(whole, digits)}${/[1-9]/.test(fraction) ? `.${decimals(behind, fraction)}` : ''}${textsOf(behind)}`
  return `${isNegative ? '-' : ''}${shown.trim()}`
}

/** The tokens of a code; undefined if it is one of dates and times. */
function signsOf(code: string, plain: string): Sign[] | undefined {
  const signs: Sign[] = []
  for (const { 0: all, groups = {} } of code.matchAll(SIGNS)) {
    const { quoted, escaped, currency, power, general, sign } = groups
    const text = quoted ?? escaped ?? currency ?? (general === undefined ? undefined : plain)
    if (text !== undefined) signs.push({ kind: 'text', text })
    else if (power !== undefined) signs.push({ kind: 'power', text: '' })
    else if (sign === undefined) {
      if (/^\[[hms]+\]$/i.test(all)) return undefined
    } else if (/[ymdhs]/i.test(sign)) return undefined
    else signs.push({ kind: kindOf(sign), text: sign })
  }
  return signs
}

function kindOf(sign: string): Sign['kind'] {
  if (/[0#?]/.test(sign)) return 'digit'
  if (sign === '.') return 'point'
  if (sign === ',') return 'comma'
  return sign === '%' ? 'percent' : 'text'
}

const isText = ({ kind }: Sign) => kind === 'text' || kind === 'percent'
const textsOf = (signs: Sign[]) =>
  signs
    .filter(isText)
    .map(({ text }) => text)
    .join('')

/** Digits fill the placeholders from the right; the rest goes to the first one. */
function wholePart(signs: Sign[], digits: string): string {
  let left = digits === '0' ? '' : digits
  const first = signs.findIndex(({ kind }) => kind === 'digit')
  const shown = signs.toReversed().map((sign, fromEnd) => {
    if (sign.kind !== 'digit') return isText(sign) ? sign.text : ''
    const taken = signs.length - 1 - fromEnd === first ? left : left.slice(-1)
    left = left.slice(0, left.length - taken.length)
    return taken === '' && sign.text === '0' ? '0' : taken
  })
  return shown.toReversed().join('')
}

/** As many decimal places as the format has; those with `#` only where they are not zero. */
function decimals(signs: Sign[], fraction: string): string {
  const places = signs.filter(({ kind }) => kind === 'digit')
  const least = places.findLastIndex(({ text }) => text === '0') + 1
  return fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '')
}
