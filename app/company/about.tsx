import { Fragment } from 'react'
import { chapters, facts, lead } from '#app/company/content/about.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { breadcrumb } from '#app/layout/structured-data.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Page } from '#app/ui/page.tsx'
import { aboutWords as words } from '#app/words/about.ts'

export const meta = pageMeta(words.title, words.description, (shop) => ({
  facts: [breadcrumb(shop, words.title, paths.about)],
}))

export default function About() {
  return (
    <Page title={words.heading} lead={lead}>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,42rem)_minmax(16rem,22rem)] lg:justify-between">
        <div className="prose">
          {chapters.map(({ title, text }) => (
            <Fragment key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </Fragment>
          ))}
        </div>
        <dl className="self-start border-t border-t-edge figures">
          {facts.map(({ title, figure }) => (
            <div key={title} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0 py-3.5 border-b border-b-line">
              <dt className="text-soft">{title}</dt>
              <dd className="text-lg/[1.6] font-[650]">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="mt-10 flex flex-wrap gap-3">
        <ButtonLink to={paths.inventory}>{words.seeParts}</ButtonLink>
        <ButtonLink to={paths.contact} variant="secondary">
          {words.writeToUs}
        </ButtonLink>
      </div>
    </Page>
  )
}
