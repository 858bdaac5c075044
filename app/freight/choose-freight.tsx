import { useId } from 'react'
import { weekdayText } from '#contract/basics/day-text.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { ACCOUNT_LENGTH, incotermWords } from '#contract/freight/freight.ts'
import type { AnsweredChoice } from '#contract/freight/methods.ts'
import { carriedBy } from '#contract/orders/carriers.ts'
import type { ChosenConsignment, Freight } from '#app/freight/use-freight.ts'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { freightChoiceWords as words } from '#app/words/freight-choice.ts'

const TILE = [
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3 border border-edge rounded-box cursor-pointer',
  'has-checked:border-accent has-checked:bg-accent-tint has-checked:[box-shadow:inset_0_0_0_1px_var(--color-accent)]',
  'has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
].join(' ')

type ChooseFreightProps = {
  freight: Freight
  /** Names a consignment where there are several. */
  titleOf?: (consignment: ChosenConsignment) => string
  /** Refusals by the key of a consignment: of the choice, and of the account. */
  problems?: ReadonlyMap<string, string>
}

/** The shop's freight methods that reach the address, side by side; nothing in a shop without any, and until the address is known. */
export function ChooseFreight({ freight, titleOf, problems }: ChooseFreightProps) {
  if (!freight.isOffered) return null
  if (!freight.isPlaced) return <p className="label-text">{words.afterAddress}</p>
  return (
    <>
      {freight.consignments.map((consignment) => (
        <Consignment
          key={consignment.key}
          consignment={consignment}
          title={freight.consignments.length > 1 && titleOf ? words.freightTo(titleOf(consignment)) : words.freight}
          problem={problems?.get(consignment.key)}
          accountProblem={problems?.get(`${consignment.key}.account`)}
        />
      ))}
    </>
  )
}

type ConsignmentProps = {
  consignment: ChosenConsignment
  title: string
  problem: string | undefined
  accountProblem: string | undefined
}

function Consignment({
  consignment: { choices, chosen, choose, account, enterAccount },
  title,
  problem,
  accountProblem,
}: ConsignmentProps) {
  const id = useId()
  if (choices.length === 0) return <Notice tone="warning">{words.noneReaches}</Notice>
  return (
    <fieldset className="min-w-0" aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend className="field-label">{title}</legend>
      <div className="grid gap-2">
        {choices.map((choice) => (
          <Tile
            key={choice.method}
            id={`${id}-${choice.method}`}
            name={id}
            choice={choice}
            isChosen={choice === chosen}
            onChoose={choose}
          />
        ))}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="field-error">
          {problem}
        </p>
      )}
      {chosen?.kind === 'collected' && (
        <TextField
          label={words.account}
          hint={words.accountHint}
          error={accountProblem}
          className="mt-3 max-w-80"
          value={account}
          maxLength={ACCOUNT_LENGTH}
          autoComplete="off"
          onChange={({ target }) => enterAccount(target.value)}
        />
      )}
    </fieldset>
  )
}

type TileProps = { id: string; name: string; choice: AnsweredChoice; isChosen: boolean; onChoose: (method: string) => void }

function Tile({ id, name, choice, isChosen, onChoose }: TileProps) {
  const { method, carrier, incoterm, incotermText, ships, arrives, missing } = choice
  return (
    <label className={TILE}>
      <input
        type="radio"
        name={name}
        className="mt-1 size-4 flex-none accent-accent outline-none"
        checked={isChosen}
        aria-labelledby={`${id}-name ${id}-price`}
        aria-describedby={`${id}-more`}
        onChange={() => onChoose(method)}
      />
      <span id={`${id}-name`} className="font-semibold wrap-anywhere">
        {choice.name}
        {carrier !== null && carrier !== 'other' && (
          <span className="font-normal text-soft">, {carriedBy({ carrier, trackingNumber: null })}</span>
        )}
      </span>
      <span id={`${id}-price`} className="font-semibold text-end figures">
        {priceOf(choice)}
      </span>
      <span id={`${id}-more`} className="col-span-2 col-start-2 text-sm text-soft">
        {missing.length > 0 && <span className="block">{words.missing(missing)}</span>}
        <span className="block">
          {arrives === null || choice.kind === 'collected'
            ? words.leaves(weekdayText(ships))
            : words.leavesAndArrives(weekdayText(ships), weekdayText(arrives))}
        </span>
        <span className="block">{words.term(incotermWords(incoterm), incotermText)}</span>
      </span>
    </label>
  )
}

const priceOf = ({ kind, price }: AnsweredChoice) => (kind === 'priced' ? formatAmount(price ?? 0) : words.kinds[kind])
