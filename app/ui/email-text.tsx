/** An email address in one line; one that is too long is cut, and its title has the whole. */
export function EmailText({ children: email }: { children: string }) {
  return (
    <span className="email-text" title={email}>
      {email}
    </span>
  )
}
