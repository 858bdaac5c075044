import { questions } from '#app/company/content/questions.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Page } from '#app/ui/page.tsx'

export const meta = pageMeta(
  'Blogs',
  'Five questions about building a storefront in React: performance, unit tests, inheritance, state and search.',
)

export default function Blogs() {
  return (
    <Page
      title="Blogs"
      lead="Five questions from the people who build this storefront, answered in plain words."
    >
      <div className="blog">
        <nav aria-label="Questions" className="blog-contents">
          <ol>
            {questions.map(({ id, question }) => (
              <li key={id}><a href={`#${id}`}>{question}</a></li>
            ))}
          </ol>
        </nav>
        <div className="blog-articles">
          {questions.map(({ id, question, answer }) => (
            <article key={id} aria-labelledby={id}>
              <h2 id={id} className="text-2xl">{question}</h2>
              <div className="prose mt-4">{answer}</div>
            </article>
          ))}
        </div>
      </div>
    </Page>
  )
}
