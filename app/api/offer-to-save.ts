/** Hands a file to the browser to be saved under this name. */
export function offerToSave(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has to take it up first.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
