/**
 * Filled, shown and answered by the script of `lost-files.ts`: React's own scripts may be what is lost.
 */
export const LostFilesNotice = () => (
  <div
    id="lost-files"
    role="alert"
    hidden
    className="lost-files notice"
    suppressHydrationWarning
    // oxlint-disable-next-line react/no-danger -- so that React leaves what is inside alone
    dangerouslySetInnerHTML={{ __html: '' }}
  />
)
