/** An email address in one line; one that is too long is cut, and its title has the whole. */
export function EmailText({ children: email }: { children: string }) {
  return (
    <span className="inline-block max-w-[clamp(9rem,20cqi,20rem)] truncate align-bottom" title={email}>
      {email}
    </span>
  )
}
