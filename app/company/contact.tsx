import { useState } from 'react'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'

export const meta = pageMeta('Contact Us', 'Questions about a part, a quantity or a delivery.')

export default function Contact() {
  const [pressed, setPressed] = useState(false)
  return (
    <Page
      title="Contact Us"
      lead="A question about a part, a quantity or a delivery? For an order, give the part and the date."
      width="narrow"
    >
      <form className="grid gap-5">
        <TextField label="Name" autoComplete="name" />
        <TextField label="Email" type="email" autoComplete="email" />
        <TextArea label="Message" rows={6} />
        {/* Not a submit button: the form leads nowhere, and its fields must not end up in the address. */}
        <div><Button onClick={() => setPressed(true)}>Send</Button></div>
        {pressed && (
          <Notice>Messages cannot be taken here yet. Nothing has been sent; your text is still in the form.</Notice>
        )}
      </form>
    </Page>
  )
}
