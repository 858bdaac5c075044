/** HTML text. Only `html` makes it, so every inserted text is escaped. */
export class Html {
  readonly #source: string

  constructor(strings: readonly string[], values: readonly Insertion[]) {
    this.#source = strings.map((string, index) => string + sourceOf(values[index])).join('')
  }

  toString(): string {
    return this.#source
  }
}

type Insertion = string | Html | readonly Html[]

/** HTML of a template. Insertions are escaped for elements and quoted attributes, except HTML. */
export const html = (strings: TemplateStringsArray, ...values: Insertion[]) => new Html(strings, values)

function sourceOf(value: Insertion = ''): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
  return value instanceof Html ? value.toString() : value.join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
