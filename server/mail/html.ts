/** Text that is HTML already: made by `html` alone, so that nothing gets into it without being escaped. */
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

/** HTML of a template. What is inserted is escaped, for elements and quoted attributes, unless it is HTML itself. */
export const html = (strings: TemplateStringsArray, ...values: Insertion[]) => new Html(strings, values)

function sourceOf(value: Insertion = ''): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
  return value instanceof Html ? value.toString() : value.join('')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
