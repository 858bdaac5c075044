import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Quote } from '#contract/quotes/quotes.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { useSession } from '#app/identity/session.tsx'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { quotesWords as words } from '#app/words/quotes.ts'
import { draftLine, findDraft, keepDraft } from './kept-draft.ts'

/** Takes the lines of a quote to the quote screen; saved there, they become its next version. */
export function EditLines({ quote }: { quote: Quote }) {
  const { identity } = useSession()
  const navigate = useNavigate()
  const [unsaved, setUnsaved] = useState(0)

  function edit() {
    const { _id: id, number, newestVersion, name, note, lines } = quote
    const draft = {
      owner: identity?.email ?? null,
      lines: lines.map(draftLine),
      name,
      note,
      edited: { id, number, version: newestVersion },
    }
    keepDraft(draft, browserStorage)
    void navigate(paths.quote)
  }

  const press = () => {
    const there = findDraft(identity?.email ?? null, browserStorage)
    if (there && there.lines.length > 0) setUnsaved(there.lines.length)
    else edit()
  }

  return (
    <>
      <Button variant="secondary" onClick={press}>
        {words.editLines}
      </Button>
      {unsaved > 0 && <ConfirmModal question={words.editQuestion(unsaved)} onConfirm={edit} onCancel={() => setUnsaved(0)} />}
    </>
  )
}
