import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './database/tables/*.ts',
  out: './database/migrations',
  schemaFilter: ['public', 'sandbox'],
})
