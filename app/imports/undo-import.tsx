import { importCalls, type ListedImport } from '#contract/parts/imports.ts'
import { sentencesOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { partReads } from '#app/parts/listed-parts.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { toast } from '#app/ui/toast.ts'
import { importWords as words } from '#app/words/imports.ts'
import { LONG_WORK_MS, Progress } from './progress.tsx'

/** Sentences of a message that says why nothing was undone. */
const NAMED = 3

/** Takes a written import back. */
export const UndoImport = ({ of: { _id, fileName, writtenRows } }: { of: ListedImport }) => (
  <ConfirmedAction
    button={words.undo}
    buttonLabel={words.undoOf(fileName)}
    question={words.undoQuestion(fileName, writtenRows)}
    progress={<Progress id={_id} of={writtenRows} label={words.undoing} />}
    send={() => callApi(importCalls.undo, { params: { id: _id }, patienceMs: LONG_WORK_MS })}
    onDone={({ modifiedCount }) => toast.success(words.undone(modifiedCount))}
    onFailed={(error) => toast.error(sentencesOf(error).slice(0, NAMED).join(' '))}
    changes={[importCalls.all, importCalls.preview, ...partReads]}
  >
    {words.undoLead}
  </ConfirmedAction>
)
