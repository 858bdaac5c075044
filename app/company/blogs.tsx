import { questions } from '#app/company/content/questions.tsx'
import { plainText } from '#app/company/plain-text.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { breadcrumb, type Fact } from '#app/layout/structured-data.ts'
import { paths } from '#app/paths.ts'
import { Page } from '#app/ui/page.tsx'
import { blogsWords as words } from '#app/words/blogs.ts'

export const meta = pageMeta(words.title, words.description, (shop) => ({
  facts: [questionsFact(), breadcrumb(shop, words.title, paths.blogs)],
}))

function questionsFact(): Fact {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
    })),
  }
}

export default function Blogs() {
  return (
    <Page title={words.title} lead={words.lead}>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-20">
        <nav aria-label={words.contents} className="self-start lg:sticky lg:top-[calc(var(--header-height)+2rem)]">
          <ol className="border-t border-t-edge">
            {questions.map(({ id, question }) => (
              <li key={id} className="border-b border-b-line">
                <a href={`#${id}`} className="block py-3 text-soft leading-[1.4] hover:text-accent">
                  {question}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid grid-cols-1 gap-16">
          {questions.map(({ id, question, answer }) => (
            <article key={id} aria-labelledby={id}>
              <h2 id={id} className="text-2xl">
                {question}
              </h2>
              <div className="prose mt-4">{answer}</div>
            </article>
          ))}
        </div>
      </div>
    </Page>
  )
}
