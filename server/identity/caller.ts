/** Who is making a call. `role` is read from the database on every call, so that a revoked admin is one at once. */
export type Caller = {
  userId: string
  email: string
  displayName: string
  role: 'admin' | ''
  sessionId: string
}
