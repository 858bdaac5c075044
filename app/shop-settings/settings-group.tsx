import type { ReactNode } from 'react'
import { Panel } from '#app/ui/panel.tsx'

/** Fields of the settings that belong together; the group distinguishes those of the same name, such as two of phone numbers. */
export const Group = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <Panel role="group" aria-label={title}>
    <h3 className="text-lg">{title}</h3>
    {lead && <p className="text-sm text-soft">{lead}</p>}
    <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-2">{children}</div>
  </Panel>
)
