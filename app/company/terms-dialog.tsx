import { useState } from 'react'
import { terms } from '#app/company/content/terms.ts'
import { useRouteLoaderData } from 'react-router'
import { useHydrated } from '#app/identity/hydrated.ts'
import { paths } from '#app/paths.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { termsWords as words } from '#app/words/terms.ts'

/** A button that opens the terms. It is beside the label of a checkbox: inside, it would belong to the label's text. */
export function TermsDialog() {
  const isHydrated = useHydrated()
  const [isOpen, setIsOpen] = useState(false)
  const hasOwnTerms = useRouteLoaderData<typeof rootLoader>('root')?.hasTerms
  const close = () => setIsOpen(false)

  if (hasOwnTerms) {
    return (
      <a className="link min-h-11" href={paths.legalText('terms')} target="_blank">
        {words.open}
      </a>
    )
  }

  return (
    <>
      <button type="button" className="link min-h-11" aria-haspopup="dialog" disabled={!isHydrated} onClick={() => setIsOpen(true)}>
        {words.open}
      </button>
      {isOpen && (
        <Dialog label={words.title} closesOutside onClose={close} className="w-[min(44rem,calc(100vw-2rem))] overscroll-contain">
          {/* Stays visible, and takes the focus inside the scrolled element, so that the keys scroll the text. */}
          <div className="sticky top-0 flex items-center justify-between gap-4 border-b border-line bg-surface py-3 pr-3 pl-6">
            <h2 className="text-xl">{words.title}</h2>
            <IconButton label={words.close} icon={<CloseIcon />} onClick={close} />
          </div>
          <div className="grid gap-6 p-6">
            {terms.map(({ title, paragraphs }) => (
              <section key={title}>
                <h3 className="font-semibold">{title}</h3>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph} className="mt-2">
                    {paragraph}
                  </p>
                ))}
              </section>
            ))}
          </div>
        </Dialog>
      )}
    </>
  )
}
