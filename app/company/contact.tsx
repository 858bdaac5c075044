import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useRouteLoaderData } from 'react-router'
import { contactCalls, type NewContactMessage } from '#contract/people/contact.ts'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf, showRefusal } from '#app/ui/form-fields.ts'
import { fieldRules } from '#app/identity/field-rules.ts'
import { useHydrated } from '#app/identity/hydrated.ts'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { breadcrumb } from '#app/layout/structured-data.ts'
import { paths } from '#app/paths.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { mailTo } from '#app/ui/mail-to.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { contactWords as words } from '#app/words/contact.ts'

export const meta = pageMeta(words.title, words.description, (shop) => ({
  facts: [breadcrumb(shop, words.title, paths.contact)],
}))

export default function Contact() {
  return (
    <Page title={words.title} lead={words.lead} width="narrow">
      <ShopContact />
      <ContactForm />
    </Page>
  )
}

/** Contact details besides the form, as far as the owner has set them. */
function ShopContact() {
  const contact = useRouteLoaderData<typeof rootLoader>('root')?.contact
  if (!contact) return null
  const { email, phone, address } = contact
  return (
    <address className="mb-6 whitespace-pre-line not-italic">
      <span>{address}</span>
      {phone && (
        <a className="link block" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
          {phone}
        </a>
      )}
      {email && (
        <a className="link block" href={mailTo(email)}>
          {email}
        </a>
      )}
    </address>
  )
}

const messageRule = {
  validate: (text: string) => {
    if (text.trim() === '') return messages.contactMessageRequired
    // In characters, as the server counts them: an emoji is one.
    return Array.from(text).length <= TEXT_LIMITS.contactMessage || words.tooLong(TEXT_LIMITS.contactMessage)
  },
}

function ContactForm() {
  const isHydrated = useHydrated()
  const { displayName = '', email = '' } = useSession().identity ?? {}
  const asked = new URLSearchParams(useLocation().search)
  const askedPart = startOf(asked.get('part') ?? '', TEXT_LIMITS.search)
  const askedPieces = startOf(asked.get('pieces') ?? '', TEXT_LIMITS.search)
  const form = useForm<NewContactMessage>()
  const { handleSubmit, getValues, setValue, reset } = form
  const field = fieldsOf(form)
  const [isSent, setIsSent] = useState(false)
  const [failure, setFailure] = useState<string>()

  // The session is known only after the page is shown; input typed by then is kept.
  useEffect(() => {
    if (displayName && !getValues('name')) setValue('name', displayName)
    if (email && !getValues('email')) setValue('email', email)
  }, [displayName, email, getValues, setValue])

  useEffect(() => {
    if (askedPart && !getValues('message')) setValue('message', words.askForPart(askedPart, askedPieces))
  }, [askedPart, askedPieces, getValues, setValue])

  const send = handleSubmit(async (written) => {
    setIsSent(false)
    setFailure(undefined)
    try {
      await callApi(contactCalls.send, { body: { ...written, email: normalizeEmail(written.email) } })
      reset({ name: displayName, email, message: '' })
      setIsSent(true)
    } catch (error) {
      setFailure(showRefusal(form, error))
    }
  })

  return (
    // POST, so that a form sent before the script runs puts nothing into the address.
    <form method="post" noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      <noscript>
        <Notice tone="warning">{words.needsScript}</Notice>
      </noscript>
      <TextField {...field('name', fieldRules.name)} label={words.name} autoComplete="name" />
      <TextField {...field('email', fieldRules.email)} label={words.email} type="email" autoComplete="email" />
      <TextArea {...field('message', messageRule)} label={words.message} rows={6} />
      {failure && <Notice tone="danger">{failure}</Notice>}
      {isSent && (
        <div ref={focusOnce} tabIndex={-1} className="scroll-mb-24">
          <Notice tone="success">{words.sent}</Notice>
        </div>
      )}
      <div>
        <Button type="submit" busy={form.formState.isSubmitting} disabled={!isHydrated}>
          {words.send}
        </Button>
      </div>
    </form>
  )
}

/** The disabled button loses the focus; it moves to the answer, which is read out. */
const focusOnce = (element: HTMLElement | null) => element?.focus()
