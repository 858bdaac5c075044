import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { builtLegal, legalKeys } from '#app/company/content/legal.ts'
import { headingId, legalBlocks, LegalText } from '#app/company/legal-text.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { publicData } from '#app/api/public-data.ts'
import { Page } from '#app/ui/page.tsx'
import { legalWords as words } from '#app/words/legal.ts'

export const meta = pageMeta(words.title, words.description)

/** The owner's texts, and the built-in ones where there is none of the owner's. */
export function loader({ context }: LoaderFunctionArgs) {
  const { shop } = publicData(context)
  const texts = { ...builtLegal(shop), ...shop.legal }
  return legalKeys.map((id) => ({ id, title: words[id], text: texts[id] }))
}

/** Imprint, delivery and returns, privacy notice and terms. */
export default function Legal() {
  const sections = useLoaderData<typeof loader>()
  return (
    <Page title={words.title}>
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[18rem_minmax(0,44rem)] lg:gap-20">
        <nav aria-label={words.contents} className="self-start lg:sticky lg:top-[calc(var(--header-height)+2rem)]">
          <ol className="border-t border-t-edge">
            {sections.map(({ id, title, text }) => (
              <li key={id} className="border-b border-b-line py-1">
                <a href={`#${id}`} className="block py-2 font-semibold hover:text-accent">
                  {title}
                </a>
                <Headings id={id} text={text} />
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid grid-cols-1 gap-14">
          {sections.map(({ id, title, text }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} className="mb-4 text-2xl">
                {title}
              </h2>
              <LegalText id={id} text={text} />
            </section>
          ))}
        </div>
      </div>
    </Page>
  )
}

/** The headings of a text, where there is room beside it. */
function Headings({ id, text }: { id: string; text: string }) {
  const headings = legalBlocks(text).flatMap((block, index) => ('heading' in block ? [{ index, heading: block.heading }] : []))
  if (headings.length === 0) return null
  return (
    <ol className="max-lg:hidden mb-2">
      {headings.map(({ index, heading }) => (
        <li key={index}>
          <a href={`#${headingId(id, index)}`} className="block py-1 text-sm text-soft wrap-anywhere hover:text-accent">
            {heading}
          </a>
        </li>
      ))}
    </ol>
  )
}
