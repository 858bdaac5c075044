/** An email address in one line; one that is too long is cut, and its title has the whole. */
export function EmailText({ children: email }: { children: string }) {
  return (
    <span className="inline-block max-w-[max(15rem,20cqi)] truncate align-bottom" title={email}>
      {email}
    </span>
  )
}
