/** The codes of PostgreSQL that the shop handles; all are in appendix A of its manual. */
export const SQL_STATE = {
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  checkViolation: '23514',
  readOnlyTransaction: '25006',
  invalidParameterValue: '22023',
  invalidCatalogName: '3D000',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  lockNotAvailable: '55P03',
  duplicateDatabase: '42P04',
} as const

/** SQLSTATE of a failed statement, also if the query builder wrapped the error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return sqlState(error.cause)
}
