import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#app/paths.ts'
import { QuoteEditor } from '#app/quotes/quote-editor.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { punchoutVisitWords as words } from '#app/words/punchout-visit.ts'
import { findVisit, startSecret } from './visit.ts'

/** The code of requests is a separate script, so that the quote screen loads little of this without a punch-out. */
const Opening = lazyPart(async () => (await import('./open-visit.tsx')).OpenVisit)
const Transfer = lazyPart(async () => (await import('./transfer-cart.tsx')).TransferCart)

/** The quote screen of a buyer who came from a procurement system: the cart is transferred there instead of saved here. */
export function PunchoutEditor() {
  const secret = startSecret(useLocation().search)
  if (secret === null) return <CartEditor />
  return (
    <Suspense fallback={<Spinner />}>
      <Opening secret={secret} />
    </Suspense>
  )
}

function CartEditor() {
  const [visit] = useState(findVisit)
  if (!visit) return <QuoteEditor />
  return (
    <>
      <Notice action={<ButtonLink to={paths.inventory}>{words.browse}</ButtonLink>}>
        {visit.operation === 'inspect' ? words.looking : words.shopping}
      </Notice>
      <QuoteEditor
        renderSave={(sheet, isReady) => (
          <Suspense fallback={<Spinner />}>
            <Transfer visit={visit} sheet={sheet} isReady={isReady} />
          </Suspense>
        )}
      />
    </>
  )
}
