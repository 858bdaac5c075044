/** An email address that may wrap after the '@'. */
export function EmailText({ children: email }: { children: string }) {
  const [name, host] = email.split('@')
  return (
    <span className="wrap-break-word">
      {name}
      {host !== undefined && (
        <>
          @<wbr />
          {host}
        </>
      )}
    </span>
  )
}
