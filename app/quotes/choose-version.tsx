import { useSearchParams } from 'react-router'
import type { Quote } from '#contract/quotes/quotes.ts'
import { SelectField } from '#app/ui/field.tsx'
import { quotesWords as words } from '#app/words/quotes.ts'

/** Chooses a version of a quote; it is in the address. */
export function ChooseVersion({ quote: { version, versions, newestVersion } }: { quote: Omit<Quote, 'lines'> }) {
  const [, setSearch] = useSearchParams()
  return (
    <SelectField
      label={words.versions}
      options={versions.toReversed().map((one) => [one, words.versionOption(one, newestVersion)])}
      value={version}
      onChange={({ target: { value } }) =>
        setSearch(Number(value) === newestVersion ? {} : { version: value }, { preventScrollReset: true })
      }
    />
  )
}
