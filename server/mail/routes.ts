import type { FastifyPluginAsync } from 'fastify'
import { mailCalls } from '#contract/mails.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { listMails } from './list-mails.ts'

export const mailRoutes =
  ({ db }: Services): FastifyPluginAsync =>
  async (app) => {
    serve(app, mailCalls.all, () => listMails(db))
  }
