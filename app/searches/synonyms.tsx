import { useQuery } from '@tanstack/react-query'
import { searchCalls } from '#contract/parts/searches.ts'
import { callApi } from '#app/api/api.ts'
import { EditPairs } from '#app/ui/edit-pairs.tsx'
import { readOf } from '#app/api/queries.ts'
import { synonymWords as words } from '#app/words/synonyms.ts'

/** Synonyms: buyers' words for words of the catalogue. */
export function Synonyms() {
  const { data } = useQuery(readOf(searchCalls.synonyms))
  return (
    <section className="mt-4 grid grid-cols-1 gap-3" aria-labelledby="synonyms">
      <div>
        <h3 id="synonyms" className="text-lg">
          {words.title}
        </h3>
        <p className="list-lead">{words.lead}</p>
      </div>
      {data && (
        <EditPairs
          shown={data.map(({ words: from, means: to }) => ({ from, to }))}
          words={words}
          send={({ remove, add }) =>
            callApi(searchCalls.changeSynonyms, { body: { remove, add: add.map(({ from, to }) => ({ words: from, means: to })) } })
          }
          changes={[searchCalls.synonyms]}
        />
      )}
    </section>
  )
}
