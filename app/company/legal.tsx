import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { terms } from '#app/company/content/terms.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { publicData } from '#app/api/public-data.ts'
import { Page } from '#app/ui/page.tsx'
import { legalWords as words } from '#app/words/legal.ts'

export const meta = pageMeta(words.title, words.description)

/** The owner's texts; the terms are the built-in ones until the owner has others. */
export function loader({ context }: LoaderFunctionArgs) {
  const { terms: own, privacy, imprint } = publicData(context).shop.legal ?? {}
  const built = terms.map(({ title, paragraphs }) => [title, ...paragraphs].join('\n\n')).join('\n\n')
  const texts = [
    { id: 'imprint', title: words.imprint, text: imprint },
    { id: 'privacy', title: words.privacy, text: privacy },
    { id: 'terms', title: words.terms, text: own ?? built },
  ]
  return texts.flatMap(({ text, ...section }) => (text === undefined ? [] : [{ ...section, text }]))
}

/** Imprint, privacy notice and terms. */
export default function Legal() {
  const sections = useLoaderData<typeof loader>()
  return (
    <Page title={words.title} width="narrow">
      {sections.map(({ id, title, text }) => (
        <section key={id} id={id} className="mb-10">
          <h2 className="mb-3 text-2xl">{title}</h2>
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </section>
      ))}
    </Page>
  )
}
