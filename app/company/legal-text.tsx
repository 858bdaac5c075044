export type LegalBlock = { heading: string } | { text: string }

/** A text of the owner in blocks: an empty line ends a paragraph, and a line that begins with # is a heading. */
export function legalBlocks(text: string): LegalBlock[] {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/^#{1,6} .*$/gm, '\n$&\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block) => (/^#{1,6} /.test(block) ? { heading: block.replace(/^#+ +/, '') } : { text: block }))
}

/** The address of a heading within the page; `index` is that of its block. */
export const headingId = (id: string, index: number) => `${id}-${index}`

/** A text of the owner as visitors see it. */
export function LegalText({ id, text }: { id: string; text: string }) {
  return legalBlocks(text).map((block, index) =>
    'heading' in block ? (
      // Blocks have no other name than their place.
      <h3 key={headingId(id, index)} id={headingId(id, index)} className="mt-6 mb-2 text-lg font-semibold first:mt-0 wrap-anywhere">
        {block.heading}
      </h3>
    ) : (
      <p key={headingId(id, index)} className="mb-3 whitespace-pre-line wrap-anywhere">
        {block.text}
      </p>
    ),
  )
}
