import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useQuery } from '@tanstack/react-query'
import { imageAtWidth } from '#contract/parts/images.ts'
import { MAXIMUM_PICTURES, PART_MEDIA_LIMITS } from '#contract/basics/limits.ts'
import { partMediaCalls, partMediaMessages, type PartPicture } from '#contract/parts/part-media.ts'
import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { callApi } from '#app/api/api.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { Loading } from '#app/ui/failure.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { readOf } from '#app/api/queries.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { icon } from '#app/ui/icon.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PictureField } from '#app/ui/picture-field.tsx'
import { SavedForm } from '#app/ui/save-together.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { partDeskWords } from '#app/words/part-desk.ts'
import { partMediaDeskWords as words } from '#app/words/part-media-desk.ts'

const UpIcon = icon('m6 14.5 6-6 6 6')
const DownIcon = icon('m6 9.5 6 6 6-6')

/** All pictures of a part: added, described, reordered, removed, and then applied together. */
export function PartPictures({ id }: { id: string }) {
  const media = useQuery(readOf(partMediaCalls.ofPart, { params: { id } }))
  const [reset, setReset] = useState(0)
  if (!media.data) return <Loading query={media} />
  const showNow = async () => {
    await media.refetch()
    setReset((count) => count + 1)
  }
  return <PicturesForm key={reset} id={id} pictures={media.data.pictures} onShowNow={() => void showNow()} />
}

type Trouble = { text?: string; fields: Record<string, string>; isOutdated?: boolean }
const NO_TROUBLE: Trouble = { fields: {} }

type PicturesFormProps = { id: string; pictures: PartPicture[]; onShowNow: () => void }

function PicturesForm({ id, pictures, onShowNow }: PicturesFormProps) {
  // Concurrent changes of other admins do not count as seen.
  const [seen, setSeen] = useState(pictures)
  const [typed, setTyped] = useState(pictures)
  const [trouble, setTrouble] = useState(NO_TROUBLE)
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const [moved, setMoved] = useState('')
  const list = useRef<HTMLOListElement>(null)

  const change = (changed: PartPicture[]) => {
    setTyped(changed)
    setTrouble(NO_TROUBLE)
  }
  const move = (from: number, to: number) => {
    setMoved(words.moved(to + 1, typed.length))
    change(movedTo(typed, from, to))
  }
  /** The button stays under the finger: a moved element loses the focus. */
  const press = (from: number, to: number, button: number) => {
    flushSync(() => move(from, to))
    const buttons = list.current?.children[to]?.querySelectorAll('button') ?? []
    const next = [buttons[button], ...buttons].find((one) => one && !one.disabled)
    next?.focus()
  }
  const save = useAction({
    send: () => callApi(partMediaCalls.changePictures, { params: { id }, body: { pictures: typed, seen } }),
    onStart: () => setTrouble(NO_TROUBLE),
    onDone: ({ pictures: now }) => {
      setSeen(now)
      setTyped(now)
      showChanged({ _id: id, img: now[0]!.img }) // a part has a picture
      toast.success(words.kept)
    },
    onRefused: (error) => setTrouble(troubleOf(error)),
    changes: [...partReads, partDeskCalls.one, partMediaCalls.ofPart],
  })
  const check = async () => {
    if (typed[0]?.alt.trim() !== '') return true
    setTrouble({ fields: { 'pictures.0.alt': partMediaMessages.altRequired } })
    list.current?.querySelector('input')?.focus()
    return false
  }

  return (
    <SavedForm
      title={partDeskWords.sections.pictures}
      isDirty={JSON.stringify(typed) !== JSON.stringify(seen)}
      isRunning={save.isRunning}
      check={check}
      send={() => save.run()}
    >
      <p className="text-sm text-soft">
        {words.order} {words.altHint}
      </p>
      <ol ref={list} className="grid gap-4">
        {typed.map(({ img, alt }, index) => (
          <li key={img}>
            <div
              className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3 p-3 border border-line rounded-box data-[over=true]:border-accent data-[over=true]:bg-accent-tint data-[dragged=true]:opacity-50"
              data-over={dragged !== undefined && over === index && dragged !== index}
              data-dragged={dragged === index}
              onDragOver={(event) => {
                if (dragged === undefined) return
                event.preventDefault()
                setOver(index)
              }}
              onDrop={(event) => {
                if (dragged === undefined) return
                event.preventDefault()
                if (dragged !== index) move(dragged, index)
              }}
            >
              <div
                className="picture-handle self-start cursor-grab"
                draggable
                onDragStart={(event) => {
                  // Firefox starts no drag without data.
                  event.dataTransfer.setData('text/plain', '')
                  event.dataTransfer.effectAllowed = 'move'
                  setDragged(index)
                }}
                onDragEnd={() => {
                  setDragged(undefined)
                  setOver(undefined)
                }}
              >
                <img
                  src={imageAtWidth(img, 480)}
                  className="w-full aspect-4/3 bg-surface object-cover pointer-events-none"
                  width="480"
                  height="360"
                  alt=""
                />
                {index === 0 && <span className="label-text">{words.main}</span>}
              </div>
              <div className="grid gap-2">
                <TextField
                  label={words.alt(index + 1)}
                  value={alt}
                  maxLength={PART_MEDIA_LIMITS.alt}
                  error={trouble.fields[`pictures.${index}.alt`] ?? trouble.fields[`pictures.${index}.img`]}
                  onChange={({ target }) => change(typed.map((picture, at) => (at === index ? { img, alt: target.value } : picture)))}
                />
                <div className="flex flex-wrap gap-2">
                  <IconButton
                    label={words.earlier(index + 1)}
                    icon={<UpIcon />}
                    disabled={index === 0}
                    onClick={() => press(index, index - 1, 0)}
                  />
                  <IconButton
                    label={words.later(index + 1)}
                    icon={<DownIcon />}
                    disabled={index === typed.length - 1}
                    onClick={() => press(index, index + 1, 1)}
                  />
                  <IconButton
                    label={words.removeOf(index + 1)}
                    icon={<TrashIcon />}
                    disabled={typed.length === 1}
                    onClick={() => change(typed.filter((_, at) => at !== index))}
                  />
                  {index > 0 && (
                    <Button variant="secondary" aria-label={words.makeMainOf(index + 1)} onClick={() => press(index, 0, 1)}>
                      {words.makeMain}
                    </Button>
                  )}
                </div>
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="text-sm text-soft">
        {moved}
      </p>
      {typed.length < MAXIMUM_PICTURES && (
        <PictureField
          label={words.addPicture}
          hint={words.addPictureHint}
          value=""
          error={undefined}
          onChange={(img) => change([...typed, { img, alt: '' }])}
        />
      )}
      {trouble.text && (
        <Notice
          tone="danger"
          action={
            trouble.isOutdated && (
              <Button variant="secondary" onClick={onShowNow}>
                {words.showNow}
              </Button>
            )
          }
        >
          {trouble.text}
        </Notice>
      )}
    </SavedForm>
  )
}

function movedTo(pictures: PartPicture[], from: number, to: number): PartPicture[] {
  const others = pictures.filter((_, index) => index !== from)
  return others.toSpliced(to, 0, pictures[from]!) // one of them
}

function troubleOf(error: Error): Trouble {
  const fields = Object.fromEntries(error instanceof ApiError ? (error.fields ?? []).map(({ field, message }) => [field, message]) : [])
  const isPlaced = Object.keys(fields).some((field) => field.startsWith('pictures.'))
  const isOutdated = error instanceof ApiError && error.code === 'PICTURES_CHANGED'
  return { fields, isOutdated, ...(!isPlaced && { text: sentenceOf(error) }) }
}
