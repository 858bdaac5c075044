import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { partDeskCalls, type PartName } from '#contract/parts/part-desk.ts'
import { relatedCalls, relationKinds, type DeskRelations, type RelatedPart, type RelationKind } from '#contract/parts/related-parts.ts'
import { sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { PartField } from '#app/parts/part-field.tsx'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { relationWords as words } from '#app/words/related-parts.ts'

const reads = [relatedCalls.atDesk, relatedCalls.ofPart, partDeskCalls.one]
const kindOptions = relationKinds.map((kind) => [kind, words.kinds[kind]] as const)

type Relate = (part: PartName, kind: RelationKind) => void

/** Substitutes and accessories of a part: chosen, proposed, and searched for. */
export function PartRelations({ id }: { id: string }) {
  const query = useQuery(readOf(relatedCalls.atDesk, { params: { id } }))
  const [trouble, setTrouble] = useState<string[]>([])
  const start = { onStart: () => setTrouble([]), onRefused: (error: unknown) => setTrouble(sentencesOf(error)), changes: reads }
  const relate = useAction({
    ...start,
    send: ({ part, kind }: RelatedPart) => callApi(relatedCalls.relate, { params: { id }, body: { partsId: part._id, kind } }),
    onDone: (_, { part }) => toast.success(words.related(part.name)),
  })
  const separate = useAction({
    ...start,
    send: (part: PartName) => callApi(relatedCalls.separate, { params: { id, otherId: part._id } }),
    onDone: (_, { name }) => toast.success(words.removed(name)),
  })
  const onRelate: Relate = (part, kind) => relate.run({ part, kind })
  if (!query.data) return <Loading query={query} />
  const { related, proposed, waiting } = query.data
  return (
    <div className="grid gap-4">
      {waiting > 0 && <p>{words.waiting(waiting)}</p>}
      <Refusal sentences={trouble} />
      {related.length === 0 ? (
        <p className="text-soft">{words.none}</p>
      ) : (
        <Table caption={words.caption} columns={relatedColumns(separate.run)} rows={related} rowKey={({ part }) => part._id} wide />
      )}
      <OtherPart onRelate={onRelate} />
      {proposed.length > 0 && (
        <>
          <h4>{words.proposals}</h4>
          <Table caption={words.proposals} columns={proposalColumns(onRelate)} rows={proposed} rowKey={({ part }) => part._id} wide />
        </>
      )}
    </div>
  )
}

const textOf = ({ partNumber, name }: PartName) => `${partNumber} · ${name}`

const relatedColumns = (onRemove: (part: PartName) => void): Column<RelatedPart>[] => [
  { title: words.columns.part, card: 'name', fills: true, cell: ({ part }) => textOf(part) },
  { title: words.columns.kind, cell: ({ kind }) => words.kinds[kind] },
  {
    title: words.columns.remove,
    card: 'action',
    screenOnly: true,
    cell: ({ part }) => (
      <Button variant="secondary" aria-label={words.removeOf(part.name)} onClick={() => onRemove(part)}>
        {words.remove}
      </Button>
    ),
  },
]

const proposalColumns = (onRelate: Relate): Column<DeskRelations['proposed'][number]>[] => [
  { title: words.proposalColumns.part, card: 'name', fills: true, cell: ({ part }) => textOf(part) },
  { title: words.proposalColumns.equal, align: 'end', cell: ({ equal }) => equal },
  {
    title: words.proposalColumns.use,
    card: 'action',
    screenOnly: true,
    cell: ({ part }) => (
      <span className="flex flex-wrap gap-2">
        {relationKinds.map((kind) => (
          <Button key={kind} variant="secondary" aria-label={words.useOf[kind](part.name)} onClick={() => onRelate(part, kind)}>
            {words.useAs[kind]}
          </Button>
        ))}
      </span>
    ),
  },
]

/** Any other part, found by number or name. */
function OtherPart({ onRelate }: { onRelate: Relate }) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<RelationKind>('substitute')
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[1fr_10rem]" data-screen-only>
      <PartField
        label={words.other}
        hint={words.otherHint}
        text={text}
        onType={setText}
        onPick={(part) => {
          setText('')
          onRelate(part, kind)
        }}
      />
      <SelectField
        label={words.kind}
        options={kindOptions}
        value={kind}
        onChange={({ target }) => setKind(relationKinds.find((one) => one === target.value) ?? 'substitute')}
      />
    </div>
  )
}
