import { useEffect, useRef, useState, type ComponentType, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PaletteButton } from '#app/layout/palette-host.tsx'
import { listAddress } from '#app/parts/list-address.ts'
import type { SearchSuggestionsProps } from '#app/parts/search-suggestions.tsx'
import { paths } from '#app/paths.ts'
import { icon } from '#app/ui/icon.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

const SEARCH_ID = 'search'
/** Its size does not depend on the text beside it: nothing moves when the typeface arrives. */
const SEARCH_IN_BAR = 'xl:relative xl:inset-auto xl:block xl:flex-[0_1_20rem] xl:min-w-0 xl:p-0 xl:[box-shadow:none] min-[90rem]:basis-120'
export const SearchIcon = icon('M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM15.2 15.2 20.5 20.5')

/**
 * Search of the parts: a plain form that works without scripts. Where there is little room it is a popover. Suggestions
 * are loaded when the field gets the focus.
 */
export function HeaderSearch() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const asked = (pathname === paths.inventory && new URLSearchParams(search).get('q')) || ''
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /** The search that the field has shown or requested last. Later input, and input before hydration, is kept. */
  const shown = useRef(asked)
  const before = useRef(pathname)
  /** The code of the suggestions, and the text typed before it was loaded. */
  const [suggesting, setSuggesting] = useState<{ List: ComponentType<SearchSuggestionsProps>; typed: string | undefined }>()

  useEffect(() => {
    // The results were left: what was looked for is not what is looked at.
    if (before.current !== pathname && input.current && input.current !== document.activeElement && asked === '') {
      input.current.value = ''
      shown.current = ''
    }
    before.current = pathname
    if (!input.current || shown.current === asked) return
    shown.current = asked
    input.current.value = asked
  }, [asked, pathname])

  // Browsers without popovers always show the form.
  const close = () => form.current?.hidePopover?.()
  const load = () => {
    import('#app/parts/search-suggestions.tsx').then(
      ({ SearchSuggestions: List }) => {
        const text = input.current?.value ?? ''
        return setSuggesting({ List, typed: text === asked ? undefined : text })
      },
      // The search works without suggestions; the next focus tries again.
      () => undefined,
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = input.current?.value.trim() ?? ''
    close()
    shown.current = q
    void navigate(listAddress(paths.inventory, q && new URLSearchParams({ q }).toString(), undefined))
  }

  return (
    <>
      <button
        type="button"
        className="inline-grid place-items-center size-11 ml-auto cursor-pointer xl:hidden"
        popoverTarget={SEARCH_ID}
        aria-label={words.openSearch}
      >
        <SearchIcon />
      </button>
      <form
        id={SEARCH_ID}
        ref={form}
        popover="auto"
        action={paths.inventory}
        role="search"
        aria-label={words.searchLandmark}
        className={`header-popover overflow-visible pt-3 pb-4 ${SEARCH_IN_BAR}`}
        onSubmit={submit}
        onToggle={({ newState }) => newState === 'open' && input.current?.focus()}
      >
        <div className="flex border border-night-soft rounded-box bg-night-deep has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-glow">
          <input
            ref={input}
            type="search"
            name="q"
            defaultValue={asked}
            aria-label={words.search}
            placeholder={words.searchFor}
            autoComplete="off"
            // The bar around it shows the focus.
            className="flex-1 min-w-0 min-h-10.5 px-3.5 rounded-l-box rounded-r-none text-base scheme-dark placeholder:text-night-soft focus-visible:outline-transparent"
            // Pages arrive before their scripts: the field may have the focus before React handles its events.
            onFocus={load}
            onKeyDown={suggesting ? undefined : load}
          />
          <PaletteButton />
          <button
            type="submit"
            className="grid place-items-center w-11 text-night-soft cursor-pointer hover:text-on-night"
            aria-label={words.startSearch}
          >
            <SearchIcon />
          </button>
        </div>
        {suggesting && (
          <suggesting.List
            input={input}
            typed={suggesting.typed}
            onOpen={(partsId) => {
              close()
              if (input.current) input.current.value = ''
              void navigate(paths.part(partsId))
            }}
          />
        )}
      </form>
    </>
  )
}
