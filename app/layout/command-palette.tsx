import { useId, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { useSession } from '#app/identity/session.tsx'
import type { PaletteHit } from '#app/layout/palette-hits.ts'
import { keepRecentHit } from '#app/layout/recent-hits.ts'
import { usePaletteResults } from '#app/layout/use-palette-results.ts'
import { PartOption } from '#app/parts/part-option.tsx'
import { queryClient } from '#app/api/queries.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TryAgain } from '#app/ui/try-again.tsx'
import { useCombobox } from '#app/ui/use-combobox.tsx'
import { paletteWords as words } from '#app/words/command-palette.ts'

const FOOT = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 border-t border-t-line text-sm'

type PaletteProps = { onClose: () => void }

/** Finds screens, parts, orders and quotes of the user's role, and opens them. */
export function CommandPalette({ onClose }: PaletteProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Dialog
        label={words.title}
        closesOutside
        onClose={onClose}
        className="w-[min(40rem,calc(100vw-1rem))] max-h-[min(36rem,calc(100dvh-1rem))] mt-[max(0.5rem,10dvh-2rem)] grid-rows-[auto_minmax(0,1fr)_auto_auto] open:grid forced-colors:border"
      >
        <Search onClose={onClose} />
      </Dialog>
    </QueryClientProvider>
  )
}

function Search({ onClose }: PaletteProps) {
  const id = useId()
  const navigate = useNavigate()
  const { identity } = useSession()
  const [typed, setTyped] = useState('')
  const { groups, isSearching, hasFailed, retry } = usePaletteResults(typed)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const { field, onKey, unselect, list } = useCombobox<PaletteHit>({
    id,
    label: words.results,
    groups,
    keyOf: ({ path }) => path,
    renderOption: (hit) => <Hit hit={hit} />,
    onPick: (hit) => {
      const { label, detail, path } = hit
      keepRecentHit(identity?.uid ?? '', { label, path, ...(detail !== undefined && { detail }) })
      onClose()
      void navigate(path)
    },
    alwaysSelects: true,
    className: 'overflow-y-auto p-1 scroll-pt-8 scroll-pb-1',
  })

  return (
    <>
      <input
        {...field}
        id={id}
        type="text"
        className="min-h-13 px-4 border-b border-b-line text-lg/[1.6] text-ellipsis placeholder:text-soft focus-visible:-outline-offset-3"
        aria-label={words.field}
        placeholder={words.field}
        maxLength={TEXT_LIMITS.search}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          unselect()
        }}
        onKeyDown={(event) => !event.nativeEvent.isComposing && onKey(event)}
      />
      {list}
      {hasFailed && (
        <div className={`${FOOT} text-danger`}>
          {words.failed} <TryAgain onClick={retry} />
        </div>
      )}
      <div className={`${FOOT} text-soft`}>
        <span role="status">{isSearching ? words.searching : count === 0 ? words.none : words.found(count)}</span>
        <span className="[@media(hover:none)]:hidden">{words.keys}</span>
      </div>
    </>
  )
}

function Hit({ hit: { label, detail, part } }: { hit: PaletteHit }) {
  if (part) return <PartOption part={part} />
  return (
    <span className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-0 wrap-anywhere">
      <span className="font-semibold">{label} </span>
      {detail !== undefined && <span className="label-text figures">{detail}</span>}
    </span>
  )
}
