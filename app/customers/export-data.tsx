import { customerCalls } from '#contract/people/customers.ts'
import { SaveFile } from '#app/ui/save-files.tsx'

type ExportDataProps = { userId: string; fileName: string; label: string }

/** Saves all personal data of an account as a file. */
export function ExportData({ userId, fileName, label }: ExportDataProps) {
  const path = customerCalls.export.path.replace(':id', userId)
  return <SaveFile file={{ path, name: fileName }}>{label}</SaveFile>
}
