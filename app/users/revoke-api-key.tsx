import { apiKeyCalls, type ApiKey } from '#contract/people/api-keys.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { updateRead } from '#app/api/queries.ts'
import { IconButton } from '#app/ui/button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.ts'
import { apiKeyWords as words } from '#app/words/api-keys.ts'

/** Revokes a key. */
export function RevokeApiKey({ apiKey: { _id, name } }: { apiKey: ApiKey }) {
  return (
    <ConfirmedAction
      renderButton={(ask) => <IconButton label={words.revoke(name)} icon={<TrashIcon />} onClick={ask} />}
      question={words.revokeQuestion(name)}
      send={() => callApi(apiKeyCalls.revoke, { params: { id: _id } })}
      // The answer is the same for a key that was revoked before, in another tab or by a call with a lost answer.
      onDone={() => {
        updateRead(apiKeyCalls.mine, (keys) => keys.filter((key) => key._id !== _id))
        toast.success(words.revoked(name))
      }}
      changes={[apiKeyCalls.mine]}
    >
      {words.revokeExplained}
    </ConfirmedAction>
  )
}
