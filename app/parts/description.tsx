import { Suspense } from 'react'
import { hasMarkdown, withoutMarkdown } from '#contract/basics/markdown.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'

const Markdown = lazyPart(async () => (await import('#app/parts/markdown.tsx')).default)

/** A part's description. Only one with Markdown loads the renderer. */
export function Description({ text }: { text: string }) {
  const plain = <p className="whitespace-pre-line">{withoutMarkdown(text)}</p>
  if (!hasMarkdown(text)) return plain
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} />
    </Suspense>
  )
}
