import type { ReactNode } from 'react'
import { Page } from '#app/ui/page.tsx'
import { Panel } from '#app/ui/panel.tsx'

type AccountPageProps = {
  title: string
  /** Notices above the panel. */
  notices?: ReactNode
  children: ReactNode
}

/** The narrow page of login, registration, and the screens of mailed links. */
export function AccountPage({ title, notices, children }: AccountPageProps) {
  return (
    <Page title={title} width="narrow">
      <div className="grid gap-6">
        {notices}
        <Panel className="grid gap-6">{children}</Panel>
      </div>
    </Page>
  )
}
