import { data } from 'react-router'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { layoutWords } from '#app/words/layout.ts'

export const meta = pageMeta(layoutWords.notFoundTitle)

export function loader() {
  return data(null, { status: 404 })
}

export { NotFoundText as default }
