import { Suspense } from 'react'
import { hasMarkdown, withoutMarkdown } from '#contract/basics/markdown.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'

const Markdown = lazyPart(async () => (await import('#app/parts/markdown.tsx')).default)

/** What a part's text says. Only one with Markdown loads what draws it. */
export function Description({ text }: { text: string }) {
  const plain = <p className="whitespace-pre-line">{withoutMarkdown(text)}</p>
  if (!hasMarkdown(text)) return plain
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} />
    </Suspense>
  )
}
