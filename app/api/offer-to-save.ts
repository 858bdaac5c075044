/** Hands a file to the browser to be saved under this name. */
export function offerToSave(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser needs the address until the download has started.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
