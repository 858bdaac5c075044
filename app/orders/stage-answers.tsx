import type { StageAnswer } from '#contract/orders/stages.ts'
import { stageText } from '#contract/orders/stage-text.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { stageWords as words } from '#app/words/stages.ts'

/** What becomes, or would become, of each line. */
export const StageAnswers = ({ answers }: { answers: readonly StageAnswer[] }) => (
  <Table
    caption={words.caption}
    columns={columns}
    rows={answers.map((answer, place) => ({ ...answer, place }))}
    rowKey={({ place }) => place}
  />
)

const columns: Column<StageAnswer>[] = [
  {
    title: words.order,
    card: 'name',
    fills: true,
    cell: ({ number, name }) => (
      <>
        <span>{`${number} `}</span>
        <span className="font-normal text-soft">{name}</span>
      </>
    ),
  },
  { title: words.now, cell: ({ before }) => (before ? stageText(before) : words.none) },
  { title: words.after, cell: ({ after }) => after && stageText(after) },
  { title: words.problem, multiline: true, cell: ({ message }) => message && <span className="text-danger">{message}</span> },
]
